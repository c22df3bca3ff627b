import { Alarm, IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { EndpointAlarms } from '../../monitoring';
import { Endpoint } from '../endpoint';
import { MAX_ROLLBACK_ALARMS } from './check';

/** How an endpoint is updated. */
export interface Update {
  readonly deploymentConfig: CfnEndpoint.DeploymentConfigProperty;
  readonly statements: PolicyStatement[];
}

/** The configuration of an update that rolls back on the endpoint's own alarms and on those that the strategy adds. */
export function buildUpdate({ updateStrategy, rollback }: Endpoint, alarms: EndpointAlarms[]): Update {
  const rollbackAlarms = updateStrategy._rollbackAlarms(rollbackAlarmsOf(alarms));
  return {
    deploymentConfig: updateStrategy._deploymentConfig(
      rollbackAlarms.map(({ alarmName }) => alarmName),
      rollback.window,
    ),
    statements: readAlarms(rollbackAlarms),
  };
}

/** Of each variant the first rollback alarm before any variant's second. */
function rollbackAlarmsOf(alarms: EndpointAlarms[]): Alarm[] {
  const lists = alarms.map(({ rollbackAlarms }) => rollbackAlarms);
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? []))
    .flat()
    .slice(0, MAX_ROLLBACK_ALARMS);
}

/** SageMaker watches the alarms of a guarded deployment with the endpoint's role. */
function readAlarms(alarms: IAlarm[]): PolicyStatement[] {
  if (alarms.length === 0) return [];
  return [
    new PolicyStatement({
      actions: ['cloudwatch:DescribeAlarms'],
      resources: alarms.map(({ alarmArn }) => alarmArn),
    }),
  ];
}
