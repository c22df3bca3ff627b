import { Annotations } from 'aws-cdk-lib';
import { Alarm, IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { EndpointAlarms } from '../../monitoring';
import { Endpoint } from '../endpoint';
import { reportFindings } from '../../findings/report';
import { MAX_ROLLBACK_ALARMS } from './check';
import { checkConfig } from './check-config';

/** How an endpoint is updated. */
export interface Update {
  readonly deploymentConfig: CfnEndpoint.DeploymentConfigProperty;
  readonly statements: PolicyStatement[];
}

/** The configuration of an update that rolls back on the endpoint's own alarms and on those that the strategy adds. */
export function buildUpdate(scope: Construct, endpoint: Endpoint, alarms: EndpointAlarms[]): Update {
  const own = rollbackAlarmsOf(alarms);
  const config = endpoint.updateStrategy.bind(scope, {
    instanceCounts: endpoint.variants.map(({ initialInstanceCount }) => initialInstanceCount),
    alarms: own,
    alarmWindow: endpoint.rollback.window,
  });
  const { deploymentConfig, rollbackAlarms = own } = config;
  reportFindings(scope, checkConfig({ deploymentConfig, rollbackAlarms }, endpoint));
  const names = rollbackAlarms.map(({ alarmName }) => ({ alarmName }));
  return {
    deploymentConfig: {
      ...(names.length > 0 && { autoRollbackConfiguration: { alarms: names } }),
      ...deploymentConfig,
    },
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

/** Quotas are the most frequent reason for a first deployment to fail, and nothing in a template shows them. */
export function noteQuota(scope: Construct, { updateStrategy, variants, shadowVariants }: Endpoint): void {
  const needed = new Map<string, number>();
  for (const { instanceTypes, initialInstanceCount, scaling } of [...variants, ...shadowVariants]) {
    const peak = updateStrategy._peakInstances(initialInstanceCount, scaling.maxCapacity);
    if (peak === undefined) return;
    for (const { name } of instanceTypes) needed.set(name, (needed.get(name) ?? 0) + peak);
  }
  const list = [...needed].map(([name, count]) => `${count} x ${name}`).join(', ');
  Annotations.of(scope).addInfoV2(
    'cdk-sagemaker-triton:quota',
    `An update needs quota for up to ${list} for endpoint usage`,
  );
}
