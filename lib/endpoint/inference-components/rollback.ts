import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnInferenceComponent, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { RollbackAlarms } from '../../monitoring/rollback-alarms';
import { rollBackOn, rollbackDefinitions } from '../hosting/rollback';
import { Component } from '../resolved/component';
import { defaultWait } from '../update/alarm-wait';
import { MAX_ROLLBACK_ALARMS } from '../update/check';
import { waitForAlarms } from './check-rolling-update';

/** How an update of a component replaces its copies, and the permissions that this requires. */
export interface ComponentRollback {
  readonly deploymentConfig: CfnInferenceComponent.InferenceComponentDeploymentConfigProperty;
  readonly statements: PolicyStatement[];
}

/** Creates the rollback alarms of a component, and configures updates to roll back on them. */
export function buildRollback(
  scope: Construct,
  component: Component,
  cfnModel: CfnModel,
  endpointName: string,
): ComponentRollback {
  const { rollingUpdate } = component;
  const { maximumBatchSize, rollbackBatchSize, waitInterval = defaultWait(waitForAlarms(component)) } = rollingUpdate;
  const { rollbackAlarms } = rollingUpdate;
  const ownAlarms = createAlarms(scope, component, cfnModel);
  const { config, statements } = rollBackOn(scope, endpointName, ownAlarms, rollbackAlarms);
  return {
    deploymentConfig: {
      ...config,
      rollingUpdatePolicy: {
        maximumBatchSize: maximumBatchSize._render('COPY_COUNT'),
        rollbackMaximumBatchSize: rollbackBatchSize._render('COPY_COUNT'),
        waitIntervalInSeconds: waitInterval.toSeconds(),
        maximumExecutionTimeoutInSeconds: rollingUpdate.maximumExecutionTimeout?.toSeconds(),
      },
    },
    statements,
  };
}

function createAlarms(scope: Construct, component: Component, cfnModel: CfnModel): Alarm[] {
  const { alarms, rollingUpdate } = component;
  const { autoRollback, rollbackAlarms: addedAlarms = [] } = rollingUpdate;
  const definitions = rollbackDefinitions(component);
  if (autoRollback === false || !alarms || definitions.length === 0) return [];
  const created = definitions.slice(0, MAX_ROLLBACK_ALARMS - addedAlarms.length);
  return new RollbackAlarms(scope, created, alarms, cfnModel.attrModelName).alarms;
}
