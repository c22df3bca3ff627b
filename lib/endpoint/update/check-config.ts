import { Duration, IResolvable, Token } from 'aws-cdk-lib';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { error, Finding } from '../../findings/finding';
import { countWithin } from '../../findings/ranges';
import { AlarmWait, alarmWait } from './alarm-wait';
import { checkBakeTime, checkRollbackAlarms, checkSlowAlarms, TIMEOUT, WAIT } from './check';
import { UpdateStrategyConfig } from './config';
import { UpdatedEndpoint } from './update-policy';

const FIELD = 'updateStrategy.deploymentConfig';

type BlueGreenPolicy = CfnEndpoint.BlueGreenUpdatePolicyProperty;
type RollingPolicy = CfnEndpoint.RollingUpdatePolicyProperty;

/** What SageMaker would refuse of what a strategy returned: only here is a strategy of a user's own known. */
export function checkConfig(config: UpdateStrategyConfig, endpoint: UpdatedEndpoint): Finding[] {
  const { deploymentConfig, autoRollback = true, rollbackAlarms = [] } = config;
  const {
    blueGreenUpdatePolicy: blueGreen,
    rollingUpdatePolicy: rolling,
    autoRollbackConfiguration,
  } = deploymentConfig;
  const policies = [blueGreen, rolling].filter((policy) => policy !== undefined);
  const message = `got ${policies.length} of blueGreenUpdatePolicy and rollingUpdatePolicy; allowed: one of them`;
  const alarms =
    'got a value; allowed: none; use rollbackAlarms for the alarms, so that the role gets the permission to read them';
  const common = { autoRollback, rollbackAlarms };
  const wait = alarmWait(endpoint.rollback, common);
  return [
    ...(policies.length === 1 ? [] : [error('sm.deploy-config', FIELD, message)]),
    ...(autoRollbackConfiguration ? [error('sm.deploy-config', `${FIELD}.autoRollbackConfiguration`, alarms)] : []),
    ...checkRollbackAlarms(common, endpoint.rollback.count),
    ...checkBlueGreen(known(blueGreen), wait),
    ...checkRolling(known(rolling), endpoint, wait),
    ...checkSlowAlarms(rollbackAlarms, lastWaitOf(known(blueGreen), known(rolling))),
  ];
}

function checkBlueGreen(policy: BlueGreenPolicy | undefined, { own }: AlarmWait): Finding[] {
  if (!policy) return [];
  const { terminationWaitInSeconds: bake } = policy;
  const routing = known(policy.trafficRoutingConfiguration);
  const field = `${FIELD}.blueGreenUpdatePolicy`;
  return [
    ...waitWithin(`${field}.terminationWaitInSeconds`, bake),
    ...checkBakeTime(relative(`${field}.terminationWaitInSeconds`), seconds(bake ?? 0), own),
    ...timeout(`${field}.maximumExecutionTimeoutInSeconds`, policy.maximumExecutionTimeoutInSeconds),
    ...waitWithin(`${field}.trafficRoutingConfiguration.waitIntervalInSeconds`, routing?.waitIntervalInSeconds),
  ];
}

function checkRolling(policy: RollingPolicy | undefined, endpoint: UpdatedEndpoint, { own }: AlarmWait): Finding[] {
  if (!policy) return [];
  const field = `${FIELD}.rollingUpdatePolicy`;
  const variants = endpoint.variants.length;
  return [
    ...(variants > 1
      ? [
          error(
            'sm.deploy-rolling',
            field,
            `got rolling with ${variants} variants; allowed: one variant, or blue/green`,
          ),
        ]
      : []),
    ...waitWithin(`${field}.waitIntervalInSeconds`, policy.waitIntervalInSeconds),
    ...checkBakeTime(relative(`${field}.waitIntervalInSeconds`), seconds(policy.waitIntervalInSeconds), own),
    ...timeout(`${field}.maximumExecutionTimeoutInSeconds`, policy.maximumExecutionTimeoutInSeconds),
  ];
}

/** What is waited before the old fleet, or the last batch of it, is gone. */
const lastWaitOf = (blueGreen?: BlueGreenPolicy, rolling?: RollingPolicy): number | undefined =>
  blueGreen ? (blueGreen.terminationWaitInSeconds ?? 0) : rolling?.waitIntervalInSeconds;

const waitWithin = (field: string, given?: number): Finding[] =>
  countWithin(given, { ruleId: 'sm.deploy-wait', field, ...WAIT });

const timeout = (field: string, given?: number): Finding[] =>
  countWithin(given, { ruleId: 'sm.deploy-wait', field, ...TIMEOUT });

const seconds = (given: number): Duration | undefined =>
  Token.isUnresolved(given) || given < 0 ? undefined : Duration.seconds(given);

/** `checkBakeTime` names the property below `updateStrategy`. */
const relative = (field: string): string => field.slice('updateStrategy.'.length);

/** A token's properties are known only at deployment. */
export function known<Policy>(policy: Policy | IResolvable | undefined): Policy | undefined {
  return Token.isUnresolved(policy) ? undefined : (policy as Policy | undefined);
}
