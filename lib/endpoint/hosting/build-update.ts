import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { RollbackAlarms } from '../../monitoring/rollback-alarms';
import { VariantEndpoint } from '../resolved/endpoint';
import { reportFindings } from '../../findings/report';
import { variantProperties } from '../variant/build';
import { HostedVariant } from '../variant/hosted-variant';
import { MAX_ROLLBACK_ALARMS } from '../update/check';
import { checkUpdateTime, secondsToStart } from '../update/check-operation-time';
import { rollBackOn, rollbackDefinitions } from './rollback';

/** The deployment configuration of an endpoint, and the permissions that it requires. */
export interface Update {
  readonly deploymentConfig: CfnEndpoint.DeploymentConfigProperty;
  readonly statements: PolicyStatement[];
}

/** Creates the rollback alarms of an endpoint, and configures updates to roll back on them and on the alarms of the strategy. */
export function buildUpdate(
  scope: Construct,
  endpoint: VariantEndpoint,
  variants: HostedVariant[],
  endpointConfigName: string,
): Update {
  const { endpointName, updateStrategy, rollback } = endpoint;
  const startSeconds = variants.map((hostedVariant) => secondsToStart(variantProperties(hostedVariant)));
  const longestStart = startSeconds.includes(undefined) ? undefined : Math.max(...(startSeconds as number[]));
  reportFindings(scope, checkUpdateTime(updateStrategy._longestUpdate(endpoint, longestStart)));
  const { autoRollback, rollbackAlarms } = updateStrategy._rollback;
  const ownAlarms = autoRollback === false ? [] : createRollbackAlarms(variants, endpointConfigName);
  const { config, statements } = rollBackOn(scope, endpointName, ownAlarms, rollbackAlarms);
  return { deploymentConfig: { ...config, ...updateStrategy._render(rollback) }, statements };
}

/**
 * Creates rollback alarms for the variants in turn, up to SageMaker's limit: each variant gets its first alarm before any variant gets a
 * second alarm.
 */
function createRollbackAlarms(variants: HostedVariant[], endpointConfigName: string): Alarm[] {
  const definitionsByVariant = variants.map(({ host }) => rollbackDefinitions(host));
  const candidates = definitionsByVariant.flatMap((definitions, index) =>
    definitions.map((definition, rank) => ({ definition, rank, index })),
  );
  const chosen = candidates.sort((a, b) => a.rank - b.rank || a.index - b.index).slice(0, MAX_ROLLBACK_ALARMS);
  return variants.flatMap((hostedVariant, index) => {
    const { alarms } = hostedVariant.host;
    const definitions = chosen.filter((candidate) => candidate.index === index).map(({ definition }) => definition);
    return alarms && definitions.length > 0
      ? new RollbackAlarms(hostedVariant, definitions, alarms, endpointConfigName).alarms
      : [];
  });
}
