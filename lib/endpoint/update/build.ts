import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Alarm, IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { RollbackAlarms, rollbackAlarmPrefix } from '../../monitoring/rollback-alarms';
import { Endpoint } from '../endpoint';
import { reportFindings } from '../../findings/report';
import { HostedVariant } from '../variant/hosted-variant';
import { MAX_ROLLBACK_ALARMS } from './check';
import { checkConfig } from './check-config';
import { checkCreation, checkUpdate, secondsToStart } from './check-operation-time';

/** How an endpoint is updated. */
export interface Update {
  readonly deploymentConfig: CfnEndpoint.DeploymentConfigProperty;
  readonly statements: PolicyStatement[];
}

/** The configuration of an update that rolls back on alarms of the endpoint and on those that the strategy adds. */
export function buildUpdate(
  scope: Construct,
  endpoint: Endpoint,
  variants: HostedVariant[],
  endpointConfigName: string,
): Update {
  const config = endpoint.updateStrategy.bind(scope, {
    instanceCounts: endpoint.variants.map(({ initialInstanceCount }) => initialInstanceCount),
    alarmCount: endpoint.rollback.count,
    alarmWindow: endpoint.rollback.window,
  });
  const { deploymentConfig, autoRollback = true, rollbackAlarms: added = [] } = config;
  const starts = variants.map((hosted) => secondsToStart(hosted.variant, hosted.configuration()));
  reportFindings(scope, [
    ...checkConfig(config, endpoint),
    ...variants.flatMap(({ variant }, index) => checkCreation(variant.path, starts[index])),
    ...checkUpdate(
      endpoint,
      deploymentConfig,
      starts.includes(undefined) ? undefined : Math.max(...(starts as number[])),
    ),
  ]);
  const own = autoRollback ? createRollbackAlarms(endpoint, variants, endpointConfigName) : [];
  const names = [...own, ...added].map(({ alarmName }) => ({ alarmName }));
  return {
    deploymentConfig: {
      ...(names.length > 0 && { autoRollbackConfiguration: { alarms: names } }),
      ...deploymentConfig,
    },
    statements: names.length === 0 ? [] : [readAlarms(scope, endpoint, own.length > 0, added)],
  };
}

/** Of each variant the first rollback alarm before any variant's second, as far as SageMaker takes them. */
function createRollbackAlarms({ alarms }: Endpoint, variants: HostedVariant[], endpointConfigName: string): Alarm[] {
  const lists = variants.map(
    ({ variant }) => alarms.get(variant)?._definitions?.filter(({ rollback }) => rollback) ?? [],
  );
  const byRank = lists.flatMap((list, index) => list.map((definition, rank) => ({ definition, rank, index })));
  const chosen = byRank.sort((a, b) => a.rank - b.rank || a.index - b.index).slice(0, MAX_ROLLBACK_ALARMS);
  return variants.flatMap((hosted, index) => {
    const props = alarms.get(hosted.variant);
    const definitions = chosen.filter((each) => each.index === index).map(({ definition }) => definition);
    return props && definitions.length > 0
      ? new RollbackAlarms(hosted, definitions, props, endpointConfigName).alarms
      : [];
  });
}

/** SageMaker watches the alarms of a guarded deployment with the endpoint's role: the old configuration's while it goes back. */
function readAlarms(scope: Construct, { endpointName }: Endpoint, hasOwn: boolean, added: IAlarm[]): PolicyStatement {
  const own = Stack.of(scope).formatArn({
    service: 'cloudwatch',
    resource: 'alarm',
    resourceName: `${rollbackAlarmPrefix(endpointName)}*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  return new PolicyStatement({
    actions: ['cloudwatch:DescribeAlarms'],
    resources: [...(hasOwn ? [own] : []), ...added.map(({ alarmArn }) => alarmArn)],
  });
}
