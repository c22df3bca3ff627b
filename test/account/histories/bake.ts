import { Duration, Stack } from 'aws-cdk-lib';
import { Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AlarmOverride,
  CapacitySize,
  InstanceType,
  LatencyObjective,
  TritonRealtimeEndpoint,
  UpdateStrategy,
} from '../../../lib';
import { Switches } from '../behavior';
import { simulate, Simulation } from '../simulation';
import { Deployer } from './deployer';
import { modelResponse, createModel } from './test-models';
import { SynthesizedStack, synthesize } from './synthesize';

/** The only enabled alarm. The alarm must detect the failure and roll the update back. */
export type RollbackAlarm = 'latency' | 'serverErrors' | 'probe' | 'a user’s alarm' | 'a user’s alarm of five minutes';
export type Strategy = 'allAtOnce' | 'canary' | 'linear' | 'rolling';

/** The positions of switches for which alarms have the longest delays. */
export const EVERYTHING_DELAYED: Switches = {
  'cloudwatch.metrics-arrive-without-delay': false,
  'cloudwatch.evaluates-soon-after-a-minute': false,
  'sagemaker.checks-alarms-when-a-wait-ends': false,
};

/** An update to a version whose requests exceed the threshold of a rollback alarm from the beginning. */
export interface Update {
  readonly strategy: Strategy;
  readonly rollbackAlarm: RollbackAlarm;
  /**
   * The alarm fires if M (`datapointsToAlarm`) of N (`evaluationPeriods`) datapoints exceed the threshold. @default the alarm's defaults
   */
  readonly evaluationPeriods?: number;
  readonly datapointsToAlarm?: number;
  /** The seed of the simulation. Among other things, it determines the second at which the update begins. */
  readonly seed: number;
  readonly switches: Switches;
}

/** The end of an update. */
export interface Outcome {
  /** The reason for the rollback, or the status of the stack. */
  readonly reason: string;
  /** The largest share of the traffic, from 0 to 1, that the new fleet received. */
  readonly share: number;
}

/** Deploys a good version, and then updates it to a bad version. */
export async function updateToBadVersion(update: Update): Promise<Outcome> {
  const [goodVersion, badVersion] = ['good', 'bad'].map((version) => synthesizeVersion(update, version));
  return simulate(update, async (aws) => {
    const deployer = new Deployer(aws);
    await deployer.deploySynthesized(goodVersion);
    await aws.account.sleep(aws.account.random() * 600_000);
    const largestShare = breakNewFleet(aws, update.rollbackAlarm === 'probe');
    const { status, events } = await deployer.deploySynthesized(badVersion);
    const reason = status === 'UPDATE_COMPLETE' ? undefined : events.find((event) => event.reason)?.reason;
    return { reason: reason ?? status, share: largestShare() };
  });
}

/**
 * Makes the new fleet (the instances that the update starts) either return wrong responses, or respond slowly and fail half of the
 * requests.
 *
 * @returns a function that returns the largest share of the traffic that the new fleet has received so far
 */
function breakNewFleet({ account, sagemaker }: Simulation, returnsWrongResponses: boolean): () => number {
  const { hooks } = sagemaker;
  const [endpoint] = sagemaker['state'].endpoints.values();
  const { name: oldConfig } = endpoint.fleet.config;
  if (returnsWrongResponses)
    hooks.invoke = async ({ endpointConfigName }) => modelResponse(endpointConfigName === oldConfig);
  else
    hooks.quality = ({ endpointConfigName }) =>
      endpointConfigName === oldConfig ? {} : { errors5xx: 0.5, latencyMilliseconds: 5000 };
  // The random duration varies the second at which SageMaker checks the alarms.
  const seconds = 120 + account.random() * 60;
  hooks.startContainer = () => ({ seconds });
  let largestShare = 0;
  // Runs every 5 seconds, at least as often as the share can change.
  const recordShare = (): void => {
    if (endpoint.green && endpoint.green.fleet.config.name !== oldConfig)
      largestShare = Math.max(largestShare, endpoint.green.share);
    account.after(5_000, recordShare);
  };
  recordShare();
  return () => largestShare;
}

function synthesizeVersion(update: Update, version: string): SynthesizedStack {
  return synthesize('App', (stack) => {
    new TritonRealtimeEndpoint(stack, 'Endpoint', {
      endpointName: 'doubler',
      model: createModel(version),
      instanceType: InstanceType.G4DN_XLARGE,
      instanceCount: 4,
      latencyObjective: LatencyObjective.p99(Duration.seconds(1)),
      monitoring: { alarms: alarmsOf(update) },
      updateStrategy: strategyOf(update, stack),
    });
  });
}

/** Disables all rollback alarms of the endpoint except the tested alarm. */
function alarmsOf({ rollbackAlarm, evaluationPeriods, datapointsToAlarm }: Update): Record<string, AlarmOverride> {
  const overridesOf = (kind: RollbackAlarm) =>
    kind === rollbackAlarm ? { evaluationPeriods, datapointsToAlarm } : { enabled: false };
  return { latency: overridesOf('latency'), serverErrors: overridesOf('serverErrors'), probe: overridesOf('probe') };
}

function strategyOf(update: Update, stack: Stack): UpdateStrategy {
  const rollbackAlarms = update.rollbackAlarm.startsWith('a user’s') ? [userDefinedAlarm(update, stack)] : [];
  const share = CapacitySize.percent(50);
  switch (update.strategy) {
    case 'allAtOnce':
      return UpdateStrategy.allAtOnce({ rollbackAlarms });
    case 'canary':
      return UpdateStrategy.canary({ size: share, rollbackAlarms });
    case 'linear':
      return UpdateStrategy.linear({ stepSize: share, rollbackAlarms });
    case 'rolling':
      return UpdateStrategy.rolling({ maximumBatchSize: share, rollbackAlarms });
  }
}

/** An alarm that a user defines, on a metric that includes both the old and the new fleet. */
function userDefinedAlarm({ rollbackAlarm, evaluationPeriods = 1, datapointsToAlarm }: Update, stack: Stack): Alarm {
  const metric = new Metric({
    namespace: 'AWS/SageMaker',
    metricName: 'ModelLatency',
    dimensionsMap: { EndpointName: 'doubler', VariantName: 'AllTraffic' },
    statistic: 'Maximum',
    period: Duration.minutes(rollbackAlarm === 'a user’s alarm' ? 1 : 5),
  });
  return new Alarm(stack, 'Slow', { metric, threshold: 1_000_000, evaluationPeriods, datapointsToAlarm });
}
