import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Alarm, IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { RollbackAlarms, rollbackAlarmPrefix } from '../../monitoring/rollback-alarms';
import { Endpoint } from '../resolved/endpoint';
import { reportFindings } from '../../findings/report';
import { variantProperties } from '../variant/build';
import { HostedVariant } from '../variant/hosted-variant';
import { MAX_ROLLBACK_ALARMS } from '../update/check';
import { checkConfig } from '../update/check-config';
import { checkUpdateTime, secondsToStart } from '../update/check-operation-time';

/** The deployment configuration of an endpoint, and the permissions that it requires. */
export interface Update {
  readonly deploymentConfig: CfnEndpoint.DeploymentConfigProperty;
  readonly statements: PolicyStatement[];
}

/** Creates the rollback alarms of an endpoint, and configures updates to roll back on them and on the alarms of the strategy. */
export function buildUpdate(
  scope: Construct,
  endpoint: Endpoint,
  variants: HostedVariant[],
  endpointConfigName: string,
): Update {
  const config = endpoint.updateStrategy.bind(scope, {
    instanceCounts: endpoint.variants.map(({ initialInstanceCount }) => initialInstanceCount),
    alarmCount: endpoint.rollback.count,
    alarmWindow: endpoint.rollback.timeToFire,
  });
  const { deploymentConfig, autoRollback = true, rollbackAlarms: addedAlarms = [] } = config;
  const startSeconds = variants.map((hostedVariant) => secondsToStart(variantProperties(hostedVariant)));
  reportFindings(scope, [
    ...checkConfig(config, endpoint),
    ...checkUpdateTime(
      endpoint,
      deploymentConfig,
      startSeconds.includes(undefined) ? undefined : Math.max(...(startSeconds as number[])),
    ),
  ]);
  const libraryAlarms = autoRollback ? createRollbackAlarms(variants, endpointConfigName) : [];
  const alarmNames = [...libraryAlarms, ...addedAlarms].map(({ alarmName }) => ({ alarmName }));
  return {
    deploymentConfig: {
      ...(alarmNames.length > 0 && { autoRollbackConfiguration: { alarms: alarmNames } }),
      ...deploymentConfig,
    },
    statements:
      alarmNames.length === 0 ? [] : [alarmReadPermission(scope, endpoint, libraryAlarms.length > 0, addedAlarms)],
  };
}

/**
 * Creates rollback alarms for the variants in turn, up to SageMaker's limit: each variant gets its first alarm before any variant gets a
 * second alarm.
 */
function createRollbackAlarms(variants: HostedVariant[], endpointConfigName: string): Alarm[] {
  const definitionsByVariant = variants.map(
    ({ variant }) => variant.alarms?._definitions?.filter(({ rollback }) => rollback) ?? [],
  );
  const candidates = definitionsByVariant.flatMap((definitions, index) =>
    definitions.map((definition, rank) => ({ definition, rank, index })),
  );
  const chosen = candidates.sort((a, b) => a.rank - b.rank || a.index - b.index).slice(0, MAX_ROLLBACK_ALARMS);
  return variants.flatMap((hostedVariant, index) => {
    const { alarms } = hostedVariant.variant;
    const definitions = chosen.filter((candidate) => candidate.index === index).map(({ definition }) => definition);
    return alarms && definitions.length > 0
      ? new RollbackAlarms(hostedVariant, definitions, alarms, endpointConfigName).alarms
      : [];
  });
}

/**
 * The permission with which SageMaker reads the alarms during a deployment. During a rollback, SageMaker reads the alarms of the old
 * configuration.
 */
function alarmReadPermission(
  scope: Construct,
  { endpointName }: Endpoint,
  hasLibraryAlarms: boolean,
  addedAlarms: IAlarm[],
): PolicyStatement {
  const libraryAlarmArns = Stack.of(scope).formatArn({
    service: 'cloudwatch',
    resource: 'alarm',
    resourceName: `${rollbackAlarmPrefix(endpointName)}*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  return new PolicyStatement({
    actions: ['cloudwatch:DescribeAlarms'],
    resources: [...(hasLibraryAlarms ? [libraryAlarmArns] : []), ...addedAlarms.map(({ alarmArn }) => alarmArn)],
  });
}
