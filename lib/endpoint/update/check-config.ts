import { Duration, IResolvable, Token } from 'aws-cdk-lib';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { error, Finding } from '../../findings/finding';
import { checkCountRange } from '../../findings/ranges';
import { AlarmWait, alarmWait } from './alarm-wait';
import { checkBakeTime, checkRollbackAlarms, checkSlowAlarms, TIMEOUT_LIMITS, WAIT_LIMITS } from './check';
import { UpdateStrategyConfig } from './config';
import { UpdatedEndpoint } from './update-policy';

const FIELD = 'updateStrategy.deploymentConfig';

type BlueGreenPolicy = CfnEndpoint.BlueGreenUpdatePolicyProperty;
type RollingPolicy = CfnEndpoint.RollingUpdatePolicyProperty;

/** Checks the configuration that `UpdateStrategy.bind` returned. For a user's own strategy, this is the only check. */
export function checkConfig(config: UpdateStrategyConfig, endpoint: UpdatedEndpoint): Finding[] {
  const { deploymentConfig, autoRollback = true, rollbackAlarms = [] } = config;
  const {
    blueGreenUpdatePolicy: blueGreen,
    rollingUpdatePolicy: rolling,
    autoRollbackConfiguration,
  } = deploymentConfig;
  const policies = [blueGreen, rolling].filter((policy) => policy !== undefined);
  const policyMessage = `got ${policies.length} of blueGreenUpdatePolicy and rollingUpdatePolicy; allowed: one of them`;
  const alarmsMessage =
    'got a value; allowed: none; use rollbackAlarms for the alarms, so that the role gets the permission to read them';
  const rollbackOptions = { autoRollback, rollbackAlarms };
  const wait = alarmWait(endpoint.rollback, rollbackOptions);
  return [
    ...(policies.length === 1 ? [] : [error('sm.deploy-config', FIELD, policyMessage)]),
    ...(autoRollbackConfiguration
      ? [error('sm.deploy-config', `${FIELD}.autoRollbackConfiguration`, alarmsMessage)]
      : []),
    ...checkRollbackAlarms(rollbackOptions, endpoint.rollback.count),
    ...checkBlueGreen(unlessToken(blueGreen), wait),
    ...checkRolling(unlessToken(rolling), endpoint, wait),
    ...checkSlowAlarms(rollbackAlarms, lastWaitOf(unlessToken(blueGreen), unlessToken(rolling))),
  ];
}

function checkBlueGreen(policy: BlueGreenPolicy | undefined, { libraryAlarmSeconds }: AlarmWait): Finding[] {
  if (!policy) return [];
  const { terminationWaitInSeconds: bakeSeconds } = policy;
  const routing = unlessToken(policy.trafficRoutingConfiguration);
  const field = `${FIELD}.blueGreenUpdatePolicy`;
  return [
    ...waitWithin(`${field}.terminationWaitInSeconds`, bakeSeconds),
    ...checkBakeTime(
      withoutPrefix(`${field}.terminationWaitInSeconds`),
      durationOf(bakeSeconds ?? 0),
      libraryAlarmSeconds,
    ),
    ...timeoutWithin(`${field}.maximumExecutionTimeoutInSeconds`, policy.maximumExecutionTimeoutInSeconds),
    ...waitWithin(`${field}.trafficRoutingConfiguration.waitIntervalInSeconds`, routing?.waitIntervalInSeconds),
  ];
}

function checkRolling(
  policy: RollingPolicy | undefined,
  endpoint: UpdatedEndpoint,
  { libraryAlarmSeconds }: AlarmWait,
): Finding[] {
  if (!policy) return [];
  const field = `${FIELD}.rollingUpdatePolicy`;
  const variantCount = endpoint.variants.length;
  return [
    ...(variantCount > 1
      ? [
          error(
            'sm.deploy-rolling',
            field,
            `got rolling with ${variantCount} variants; allowed: one variant, or blue/green`,
          ),
        ]
      : []),
    ...waitWithin(`${field}.waitIntervalInSeconds`, policy.waitIntervalInSeconds),
    ...checkBakeTime(
      withoutPrefix(`${field}.waitIntervalInSeconds`),
      durationOf(policy.waitIntervalInSeconds),
      libraryAlarmSeconds,
    ),
    ...timeoutWithin(`${field}.maximumExecutionTimeoutInSeconds`, policy.maximumExecutionTimeoutInSeconds),
  ];
}

/** Seconds for which an update waits before it deletes the old instances or their last batch. */
const lastWaitOf = (blueGreen?: BlueGreenPolicy, rolling?: RollingPolicy): number | undefined =>
  blueGreen ? (blueGreen.terminationWaitInSeconds ?? 0) : rolling?.waitIntervalInSeconds;

const waitWithin = (field: string, value?: number): Finding[] =>
  checkCountRange(value, { ruleId: 'sm.deploy-wait', field, ...WAIT_LIMITS });

const timeoutWithin = (field: string, value?: number): Finding[] =>
  checkCountRange(value, { ruleId: 'sm.deploy-wait', field, ...TIMEOUT_LIMITS });

const durationOf = (value: number): Duration | undefined =>
  Token.isUnresolved(value) || value < 0 ? undefined : Duration.seconds(value);

/** The field for `checkBakeTime`, which adds the prefix `updateStrategy.` itself. */
const withoutPrefix = (field: string): string => field.slice('updateStrategy.'.length);

/** Returns a policy, or undefined for a token, whose properties are known only at deployment. */
export function unlessToken<Policy>(policy: Policy | IResolvable | undefined): Policy | undefined {
  return Token.isUnresolved(policy) ? undefined : (policy as Policy | undefined);
}
