import { Duration, Stack } from 'aws-cdk-lib';
import { Alarm, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AlarmOverrides,
  FleetShare,
  InstanceType,
  LatencyObjective,
  TritonRealtimeEndpoint,
  UpdateStrategy,
} from '../../../lib';
import { Switches } from '../behaviour';
import { simulate, Simulation } from '../simulation';
import { Life } from './life';
import { answer, model } from './models';
import { Synthesized, synthesize } from './synthesize';

/** The alarm that has to roll an update back, the only one that sees what is wrong. */
export type Watcher = 'latency' | 'serverErrors' | 'probe' | 'a user’s alarm' | 'a user’s alarm of five minutes';
export type Strategy = 'allAtOnce' | 'canary' | 'linear' | 'rolling';

/** All that may be late is late. */
export const LATE: Switches = {
  'cloudwatch.metrics-arrive-without-delay': false,
  'cloudwatch.evaluates-soon-after-a-minute': false,
  'sagemaker.looks-at-alarms-when-a-wait-ends': false,
};

/** An update to a version that exceeds the threshold of an alarm from its first request on. */
export interface Update {
  readonly strategy: Strategy;
  readonly watcher: Watcher;
  /** N and M of the alarm: its own when they are not given. */
  readonly evaluationPeriods?: number;
  readonly datapointsToAlarm?: number;
  /** Where in a minute it begins depends on it. */
  readonly seed: number;
  readonly switches: Switches;
}

/** How an update ended. */
export interface Outcome {
  /** Why SageMaker went back, or that CloudFormation has done it. */
  readonly reason: string;
  /** The largest share of the requests that the new fleet got. */
  readonly share: number;
}

export async function outcomeOf(update: Update): Promise<Outcome> {
  const [good, bad] = ['good', 'bad'].map((version) => versionOf(update, version));
  return simulate(update, async (aws) => {
    const life = new Life(aws);
    await life.deploySynthesized(good);
    await aws.account.sleep(aws.account.random() * 600_000);
    const share = breakNewFleet(aws, update.watcher === 'probe');
    const { status, events } = await life.deploySynthesized(bad);
    const reason = status === 'UPDATE_COMPLETE' ? undefined : events.find(({ reason: each }) => each)?.reason;
    return { reason: reason ?? status, share: share() };
  });
}

/**
 * The new fleet answers wrongly, which the smoke test would see later, or is slow and fails half of the requests, which it would not.
 *
 * @returns the largest share of the requests that it got
 */
function breakNewFleet({ account, sagemaker }: Simulation, answersWrongly: boolean): () => number {
  const { hooks } = sagemaker;
  const [endpoint] = sagemaker['hosting'].endpoints.values();
  const { name: old } = endpoint.fleet.config;
  if (answersWrongly) hooks.invoke = async ({ endpointConfigName }) => answer(endpointConfigName === old);
  else
    hooks.quality = ({ endpointConfigName }) =>
      endpointConfigName === old ? {} : { errors5xx: 0.5, latencyMilliseconds: 5000 };
  // So that SageMaker's looks at the alarms begin at any second of a step.
  const seconds = 120 + account.random() * 60;
  hooks.starts = () => ({ seconds });
  let largest = 0;
  // As often as the share can change.
  const look = (): void => {
    if (endpoint.green && endpoint.green.fleet.config.name !== old) largest = Math.max(largest, endpoint.green.share);
    account.after(5_000, look);
  };
  look();
  return () => largest;
}

function versionOf(update: Update, version: string): Synthesized {
  return synthesize('App', (stack) => {
    new TritonRealtimeEndpoint(stack, 'Endpoint', {
      endpointName: 'doubler',
      model: model(version),
      instanceType: InstanceType.G4DN_XLARGE,
      instanceCount: 4,
      latencyObjective: LatencyObjective.p99(Duration.seconds(1)),
      monitoring: { alarms: alarmsOf(update) },
      updateStrategy: strategyOf(update, stack),
    });
  });
}

/** Of the endpoint's own rollback alarms only the watcher is there. */
function alarmsOf({ watcher, evaluationPeriods, datapointsToAlarm }: Update): AlarmOverrides {
  const of = (kind: Watcher) => (kind === watcher ? { evaluationPeriods, datapointsToAlarm } : { enabled: false });
  return { latency: of('latency'), serverErrors: of('serverErrors'), probe: of('probe') };
}

function strategyOf(update: Update, stack: Stack): UpdateStrategy {
  const rollbackAlarms = update.watcher.startsWith('a user’s') ? [alarmOfUser(update, stack)] : [];
  const share = FleetShare.percent(50);
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

/** Of both fleets, as a metric of a shop would be. */
function alarmOfUser({ watcher, evaluationPeriods = 1, datapointsToAlarm }: Update, stack: Stack): Alarm {
  const metric = new Metric({
    namespace: 'AWS/SageMaker',
    metricName: 'ModelLatency',
    dimensionsMap: { EndpointName: 'doubler', VariantName: 'AllTraffic' },
    statistic: 'Maximum',
    period: Duration.minutes(watcher === 'a user’s alarm' ? 1 : 5),
  });
  return new Alarm(stack, 'Slow', { metric, threshold: 1_000_000, evaluationPeriods, datapointsToAlarm });
}
