import { ArnFormat, Stack } from 'aws-cdk-lib';
import { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnInferenceComponent } from 'aws-cdk-lib/aws-sagemaker';
import { RollbackAlarms, rollbackAlarmPrefix } from '../../monitoring/rollback-alarms';
import { defaultWait } from '../update/alarm-wait';
import { MAX_ROLLBACK_ALARMS } from '../update/check';
import { waitForAlarms } from './check-rolling-update';
import type { HostedComponent } from './hosted-component';

/** The alarms on which updates of a component roll back. */
export interface RollbackAlarmSet {
  /** Whether the library creates alarms for the component. */
  readonly hasOwn: boolean;
  /** The alarms that users add. */
  readonly added: IAlarm[];
}

/** How an update of a component replaces its copies, and the alarms that stop it. */
export interface Rollback {
  readonly deploymentConfig: CfnInferenceComponent.InferenceComponentDeploymentConfigProperty;
  readonly alarms: RollbackAlarmSet;
}

/** Creates the rollback alarms of a component, and configures updates to roll back on them. */
export function buildRollback(scope: HostedComponent): Rollback {
  const { variant, cfnModel } = scope;
  const { rollingUpdate } = variant.component;
  const { autoRollback = true, rollbackAlarms: addedAlarms = [] } = rollingUpdate;
  const { maximumBatchSize, rollbackBatchSize, waitInterval = defaultWait(waitForAlarms(variant)) } = rollingUpdate;
  const definitions = variant.alarms?._definitions?.filter(({ rollback }) => rollback) ?? [];
  const ownAlarms =
    autoRollback && variant.alarms && definitions.length > 0
      ? new RollbackAlarms(
          scope,
          definitions.slice(0, MAX_ROLLBACK_ALARMS - addedAlarms.length),
          variant.alarms,
          cfnModel.attrModelName,
        ).alarms
      : [];
  const alarmNames = [...ownAlarms, ...addedAlarms].map(({ alarmName }) => ({ alarmName }));
  return {
    deploymentConfig: {
      ...(alarmNames.length > 0 && { autoRollbackConfiguration: { alarms: alarmNames } }),
      rollingUpdatePolicy: {
        maximumBatchSize: maximumBatchSize._render(),
        rollbackMaximumBatchSize: rollbackBatchSize._render(),
        waitIntervalInSeconds: waitInterval.toSeconds(),
        maximumExecutionTimeoutInSeconds: rollingUpdate.maximumExecutionTimeout?.toSeconds(),
      },
    },
    alarms: { hasOwn: ownAlarms.length > 0, added: autoRollback ? addedAlarms : [] },
  };
}

/** The permission with which SageMaker reads the alarms of all components during an update. */
export function alarmReadPermissions(
  stack: Stack,
  endpointName: string,
  components: RollbackAlarmSet[],
): PolicyStatement[] {
  const ownAlarmArns = stack.formatArn({
    service: 'cloudwatch',
    resource: 'alarm',
    resourceName: `${rollbackAlarmPrefix(endpointName)}*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  const resources = [
    ...(components.some(({ hasOwn }) => hasOwn) ? [ownAlarmArns] : []),
    ...components.flatMap(({ added }) => added.map(({ alarmArn }) => alarmArn)),
  ];
  return resources.length === 0 ? [] : [new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources })];
}
