import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Alarm, IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnInferenceComponent, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { RollbackAlarms, rollbackAlarmPrefix } from '../../monitoring/rollback-alarms';
import { Variant } from '../resolved/endpoint';
import { defaultWait } from '../update/alarm-wait';
import { MAX_ROLLBACK_ALARMS } from '../update/check';
import { ModelHost } from '../variant/model-host';
import { waitForAlarms } from './check-rolling-update';
import { ComponentVariant } from './fleet-size';

/** The construct of a component, with its model. */
type UpdatedComponent = ModelHost & { readonly variant: Variant & ComponentVariant; readonly cfnModel: CfnModel };

/** How an update of a component replaces its copies, and the permissions that this requires. */
export interface Rollback {
  readonly deploymentConfig: CfnInferenceComponent.InferenceComponentDeploymentConfigProperty;
  readonly statements: PolicyStatement[];
}

/** Creates the rollback alarms of a component, and configures updates to roll back on them. */
export function buildRollback(component: UpdatedComponent, endpointName: string): Rollback {
  const { rollingUpdate } = component.variant.component;
  const { maximumBatchSize, rollbackBatchSize, rollbackAlarms: addedAlarms = [] } = rollingUpdate;
  const { waitInterval = defaultWait(waitForAlarms(component.variant)) } = rollingUpdate;
  const ownAlarms = createAlarms(component, addedAlarms.length);
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
    statements: alarmNames.length === 0 ? [] : [readPermission(component, endpointName, ownAlarms, addedAlarms)],
  };
}

function createAlarms(component: UpdatedComponent, addedCount: number): Alarm[] {
  const { alarms, component: settings } = component.variant;
  const definitions = alarms?._definitions?.filter(({ rollback }) => rollback) ?? [];
  if (settings.rollingUpdate.autoRollback === false || !alarms || definitions.length === 0) return [];
  const created = definitions.slice(0, MAX_ROLLBACK_ALARMS - addedCount);
  return new RollbackAlarms(component, created, alarms, component.cfnModel.attrModelName).alarms;
}

/**
 * The permission with which SageMaker reads the alarms during an update. AWS documents it for endpoints only. It includes the alarms of all
 * components, so that the policy with the permissions of all components is short, and does not change with each component.
 */
function readPermission(
  component: UpdatedComponent,
  endpointName: string,
  ownAlarms: Alarm[],
  addedAlarms: IAlarm[],
): PolicyStatement {
  const ownAlarmArns = Stack.of(component).formatArn({
    service: 'cloudwatch',
    resource: 'alarm',
    resourceName: `${rollbackAlarmPrefix(endpointName)}*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  return new PolicyStatement({
    actions: ['cloudwatch:DescribeAlarms'],
    resources: [...(ownAlarms.length > 0 ? [ownAlarmArns] : []), ...addedAlarms.map(({ alarmArn }) => alarmArn)],
  });
}
