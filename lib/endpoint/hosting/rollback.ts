import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Alarm, IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { AlarmDefinition } from '../../monitoring/alarm-definition';
import { rollbackAlarmPrefix } from '../../monitoring/rollback-alarms';
import { Host } from '../resolved/host';

/** The alarms on which an update rolls back, as a part of its configuration, and the permission to read them. */
export interface Rollback {
  /** Empty without alarms. */
  readonly config: { readonly autoRollbackConfiguration?: { readonly alarms: { readonly alarmName: string }[] } };
  readonly statements: PolicyStatement[];
}

/** The definitions of the alarms on which an update of a variant or a component rolls back. */
export function rollbackDefinitions({ alarms }: Host): AlarmDefinition[] {
  return alarms?.definitions.filter(({ rollback }) => rollback) ?? [];
}

/**
 * Rolls an update back on alarms of the library and of the user. SageMaker reads the alarms during a deployment, and during a rollback the
 * alarms of the old configuration. The permission therefore includes all alarms of the library for the endpoint, also those of all components:
 * the policy is short, and does not change with each component.
 */
export function rollBackOn(
  scope: Construct,
  endpointName: string,
  ownAlarms: Alarm[],
  addedAlarms: IAlarm[] = [],
): Rollback {
  const alarms = [...ownAlarms, ...addedAlarms].map(({ alarmName }) => ({ alarmName }));
  if (alarms.length === 0) return { config: {}, statements: [] };
  const ownAlarmArns = Stack.of(scope).formatArn({
    service: 'cloudwatch',
    resource: 'alarm',
    resourceName: `${rollbackAlarmPrefix(endpointName)}*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  return {
    config: { autoRollbackConfiguration: { alarms } },
    statements: [
      new PolicyStatement({
        actions: ['cloudwatch:DescribeAlarms'],
        resources: [...(ownAlarms.length > 0 ? [ownAlarmArns] : []), ...addedAlarms.map(({ alarmArn }) => alarmArn)],
      }),
    ],
  };
}
