import { Duration, Stack } from 'aws-cdk-lib';
import { SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import fc from 'fast-check';
import {
  InferenceRecommenderJobProps,
  InstanceType,
  LatencyObjective,
  SamplePayload,
  StopConditions,
  TrafficPattern,
} from '../../../lib';
import { classifier } from '../../endpoint/fixtures';
import {
  anyDuration,
  anyNumber,
  anyString,
  atMostThree,
  MakeInStack,
  tokenNumber,
  tokenSeconds,
  Properties,
  seconds,
  anySubset,
} from './arbitraries';
import { createVpc } from './endpoint';
import { anyInstanceType } from './fleet';

/** Instance types that Inference Recommender supports. */
const instanceTypes = fc.subarray([InstanceType.G4DN_XLARGE, InstanceType.G5_2XLARGE, InstanceType.G6_XLARGE], {
  minLength: 1,
});

const trafficPattern = fc
  .record({
    initialUsers: fc.constantFrom(1, 3),
    usersPerMinute: fc.integer({ min: 0, max: 3 }),
    duration: seconds(120, 3600),
  })
  .map((phase) => TrafficPattern.phases([phase]));

const latencyOf = (percentile: fc.Arbitrary<number>, limit: fc.Arbitrary<Duration>): fc.Arbitrary<LatencyObjective> =>
  fc.tuple(percentile, limit).map(([value, duration]) => LatencyObjective.ofPercentile(value, duration));

const loadTest = fc
  .record({
    trafficPattern,
    instanceTypes,
    options: anySubset<InferenceRecommenderJobProps>({
      stopAt: anySubset<StopConditions>({
        invocationsPerMinute: fc.integer({ min: 1, max: 30_000 }),
        modelLatency: latencyOf(fc.constantFrom(95, 99), fc.integer({ min: 1, max: 10_000 }).map(Duration.millis)),
        continueWhenFlat: fc.boolean(),
      }),
      jobDuration: seconds(3600, 18_000),
    }),
  })
  .map(({ options, ...required }) => ({ ...required, ...options }));

const valid: fc.Arbitrary<MakeInStack<InferenceRecommenderJobProps>> = fc
  .record({
    kind: fc.oneof(loadTest, anySubset<InferenceRecommenderJobProps>({ instanceTypes })),
    options: anySubset<InferenceRecommenderJobProps>({
      domain: fc.constantFrom('COMPUTER_VISION', 'MACHINE_LEARNING'),
      task: fc.constantFrom('IMAGE_CLASSIFICATION', 'OTHER'),
      startOnDeployment: fc.boolean(),
    }),
    inVpc: fc.boolean(),
  })
  .map(({ kind, options, inVpc }) => (stack: Stack) => ({
    model: classifier(),
    ...kind,
    ...options,
    ...(inVpc && networkProps(stack)),
  }));

function networkProps(stack: Stack): Partial<InferenceRecommenderJobProps> {
  const vpc = createVpc(stack);
  return { vpc, securityGroups: [new SecurityGroup(stack, 'Group', { vpc })] };
}

const tokens: fc.Arbitrary<MakeInStack<InferenceRecommenderJobProps>> = fc
  .tuple(
    loadTest,
    atMostThree<InferenceRecommenderJobProps>({
      jobDuration: tokenSeconds,
      stopAt: fc.record({ invocationsPerMinute: tokenNumber }),
      trafficPattern: fc
        .record({ initialUsers: tokenNumber, usersPerMinute: tokenNumber, duration: tokenSeconds })
        .map((phase) => TrafficPattern.phases([phase, phase])),
    }),
  )
  .map(([loadTestProps, overrides]) => () => ({ model: classifier(), ...loadTestProps, ...overrides }));

const any: fc.Arbitrary<MakeInStack<InferenceRecommenderJobProps>> = atMostThree<InferenceRecommenderJobProps>({
  instanceTypes: fc.array(anyInstanceType, { maxLength: 12 }),
  samplePayload: fc
    .array(anyString, { maxLength: 2 })
    .chain((files) => fc.option(anyString, { nil: undefined }).map((type) => SamplePayload.fromFiles(files, type))),
  trafficPattern: fc
    .array(fc.record({ initialUsers: anyNumber, usersPerMinute: anyNumber, duration: anyDuration }), { maxLength: 3 })
    .map(TrafficPattern.phases),
  stopAt: atMostThree<StopConditions>({
    invocationsPerMinute: anyNumber,
    modelLatency: latencyOf(fc.constantFrom(50, 95, 99.9), anyDuration.filter(isPositive)),
  }),
  jobDuration: anyDuration,
}).map((props) => () => ({ model: classifier(), ...props }));

/** Whether a duration is positive. The constructor of a latency objective rejects other durations. */
function isPositive(duration: Duration): boolean {
  return !duration.isUnresolved() && duration.toMilliseconds() > 0;
}

/** Properties of Inference Recommender jobs. */
export const recommenderProperties: Properties<InferenceRecommenderJobProps> = { valid, tokens, any };
