import { Duration, Lazy, Size, Stack, Token } from 'aws-cdk-lib';
import { SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import fc from 'fast-check';
import {
  FleetOptions,
  FleetShare,
  InstanceType,
  LatencyObjective,
  LogLevel,
  ModelFleetOptions,
  Packaging,
  Scaling,
  ServerOptions,
  TritonRealtimeEndpointProps,
  UpdateStrategy,
} from '../../lib';
import { classifier } from '../endpoint/fixtures';

/** Properties that need a stack to be made in. */
export type InStack<T> = (stack: Stack) => T;

type Values<T> = { [K in keyof T]?: fc.Arbitrary<T[K]> };

/** Some of the properties, or none. */
function some<T extends object>(values: Values<T>): fc.Arbitrary<Partial<T>> {
  return fc.record(values as { [K in keyof T]: fc.Arbitrary<T[K]> }, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
}

/** Up to three of the properties. */
function few<T extends object>(values: Values<T>): fc.Arbitrary<Partial<T>> {
  return fc
    .subarray(Object.keys(values) as (keyof T & string)[], { maxLength: Math.min(3, Object.keys(values).length) })
    .chain((names) => some(Object.fromEntries(names.map((each) => [each, values[each]])) as Values<T>));
}

const seconds = (min: number, max: number): fc.Arbitrary<Duration> => fc.integer({ min, max }).map(Duration.seconds);
const minutes = (min: number, max: number): fc.Arbitrary<Duration> => fc.integer({ min, max }).map(Duration.minutes);
const mebibytes = (min: number, max: number): fc.Arbitrary<Size> => fc.integer({ min, max }).map(Size.mebibytes);
const name = fc.stringMatching(/^[a-z][a-z0-9]{0,9}(-[a-z0-9]{1,9}){0,3}$/);

const scaling = fc
  .integer({ min: 10, max: 30 })
  .map((maxCapacity) => ({ minCapacity: 1, maxCapacity }))
  .chain((capacity) =>
    fc.oneof(
      fc.constant(Scaling.none()),
      fc
        .integer({ min: 1, max: 5000 })
        .map((invocationsPerSecond) => Scaling.invocationsPerInstance({ ...capacity, invocationsPerSecond })),
      fc
        .integer({ min: 1, max: 500 })
        .map((requestsPerInstance) => Scaling.concurrentRequests({ ...capacity, requestsPerInstance })),
      fc.integer({ min: 1, max: 99 }).map((percent) => Scaling.gpuUtilization({ ...capacity, percent })),
    ),
  );

const server: fc.Arbitrary<ServerOptions> = some<ServerOptions>({
  logLevel: fc.constantFrom(LogLevel.ERROR, LogLevel.VERBOSE),
  threadCount: fc.integer({ min: 1, max: 64 }),
  pythonSharedMemory: mebibytes(1, 1024),
  responseCacheSize: mebibytes(1, 1024),
  environment: fc.constant({ MY_VARIABLE: 'value' }),
});

const fleet: Values<FleetOptions> = {
  instanceType: fc.constantFrom(
    ...[InstanceType.G4DN_XLARGE, InstanceType.G4DN_12XLARGE, InstanceType.G5_2XLARGE, InstanceType.G6_XLARGE],
  ),
  instanceCount: fc.integer({ min: 1, max: 10 }),
  scaling,
  latencyObjective: fc
    .tuple(fc.constantFrom(50, 90, 95, 99), fc.integer({ min: 1, max: 59_000 }))
    .map(([percentile, limit]) => LatencyObjective.ofPercentile(percentile, Duration.millis(limit))),
  server,
  modelDataDownloadTimeout: seconds(60, 3600),
  containerStartupHealthCheckTimeout: seconds(60, 3600),
};

const updateStrategy = fc.oneof(
  minutes(10, 60).map((bakeTime) => UpdateStrategy.allAtOnce({ bakeTime })),
  fc.integer({ min: 10, max: 50 }).map((percent) => UpdateStrategy.canary({ size: FleetShare.percent(percent) })),
  fc.integer({ min: 10, max: 50 }).map((percent) => UpdateStrategy.linear({ stepSize: FleetShare.percent(percent) })),
  fc.constant(UpdateStrategy.allAtOnce({ autoRollback: false })),
);

/** Properties that nothing is wrong with. */
export const validProps: fc.Arbitrary<InStack<TritonRealtimeEndpointProps>> = fc
  .record({
    endpoint: some<TritonRealtimeEndpointProps>({
      ...fleet,
      endpointName: name,
      updateStrategy,
      packaging: fc.constantFrom(Packaging.UNCOMPRESSED, Packaging.ARCHIVE),
      retainedModelVersions: fc.nat(5),
      networkIsolation: fc.boolean(),
      dataCapture: fc
        .tuple(fc.nat(100), fc.constantFrom({}, { input: false }, { output: false }))
        .map(([samplingPercentage, parts]) => ({ samplingPercentage, ...parts })),
      canary: some({ enabled: fc.boolean(), interval: minutes(1, 60) }),
      smokeTest: some({ measuredRequests: fc.integer({ min: 1, max: 500 }), warmupRequests: fc.nat(10) }),
      monitoring: some({ expectedInvocationsPerMinute: fc.integer({ min: 1, max: 1e6 }) }),
    }),
    inVpc: fc.boolean(),
    weights: fc.option(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 3 }), { nil: undefined }),
    own: some<FleetOptions>(fleet),
  })
  .map(({ endpoint, inVpc, weights, own }) => (stack: Stack) => ({
    model: classifier(),
    ...endpoint,
    ...(inVpc && {
      vpc: new Vpc(stack, 'Vpc', {
        subnetConfiguration: [
          { name: 'private', subnetType: SubnetType.PRIVATE_WITH_EGRESS },
          { name: 'public', subnetType: SubnetType.PUBLIC },
        ],
      }),
    }),
    ...(weights && {
      variants: weights.map((weight, index) => ({ ...own, variantName: `variant-${index}`, weight })),
    }),
  }));

const anyNumber = fc.oneof(
  fc.constantFrom(0, -1, 0.5, NaN, Infinity, -Infinity, 1e300, Number.MIN_VALUE, Number.MAX_SAFE_INTEGER),
  fc.integer({ min: -10, max: 100 }),
  fc.constant(0).map(() => Token.asNumber({ Ref: 'SomeParameter' })),
);
const anyString = fc.oneof(
  fc.constantFrom('', ' ', '-', 'a'.repeat(100), '__proto__', '../..', 'Ünïcödé 😀', '\u0000', '${x}', '{{resolve:x}}'),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constant('').map(() => Lazy.string({ produce: () => 'late' })),
  fc.constant('').map(() => Token.asString({ Ref: 'SomeParameter' })),
);
const anyDuration = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }).map(Duration.seconds),
  fc.integer({ min: 0, max: 5000 }).map(Duration.millis),
  fc.constant(0).map(() => Duration.seconds(Token.asNumber({ Ref: 'SomeParameter' }))),
);
const anySize = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }).map(Size.mebibytes),
  fc.constant(0).map(() => Size.gibibytes(Token.asNumber({ Ref: 'SomeParameter' }))),
);
const anyBoolean = fc.boolean();

const anyFleet: Values<ModelFleetOptions> = {
  instanceType: fc
    .constantFrom('ml.t2.medium', 'ml.m5.large', 'ml.g5.48xlarge', 'ml.p5.48xlarge', 'ml.inf2.xlarge', 'ml.g99.xlarge')
    .map(InstanceType.of),
  instanceCount: anyNumber,
  scaling: fc
    .record({ minCapacity: fc.option(anyNumber, { nil: undefined }), maxCapacity: anyNumber, value: anyNumber })
    .chain(({ value, ...capacity }) =>
      fc.constantFrom(
        () => Scaling.invocationsPerInstance({ ...capacity, invocationsPerSecond: value }),
        () => Scaling.concurrentRequests({ ...capacity, requestsPerInstance: value }),
        () => Scaling.gpuUtilization({ ...capacity, percent: value }),
        () => Scaling.gpuMemory({ ...capacity, percent: value }),
      ),
    )
    .map((make) => make()),
  server: few<ServerOptions>({
    threadCount: anyNumber,
    bufferManagerThreadCount: anyNumber,
    gpuMemoryLoadLimit: anyNumber,
    pythonSharedMemory: anySize,
    responseCacheSize: anySize,
    additionalArguments: fc.array(anyString, { maxLength: 3 }),
    additionalModels: fc.array(anyString, { maxLength: 3 }),
    rateLimiterResources: fc.array(fc.record({ name: anyString, count: anyNumber }), { maxLength: 2 }),
    environment: fc.dictionary(anyString, anyString, { maxKeys: 3 }),
  }),
  volumeSize: anySize,
  modelDataDownloadTimeout: anyDuration,
  containerStartupHealthCheckTimeout: anyDuration,
  instanceProvisionTimeout: anyDuration,
};

const anyShare = fc.oneof(anyNumber.map(FleetShare.percent), anyNumber.map(FleetShare.instances));

/** Properties of the right types, with any values. */
export const anyProps: fc.Arbitrary<InStack<TritonRealtimeEndpointProps>> = fc
  .record({
    endpoint: few<TritonRealtimeEndpointProps>({
      ...anyFleet,
      endpointName: anyString,
      updateStrategy: fc.oneof(
        few({ bakeTime: anyDuration, maximumExecutionTimeout: anyDuration }).map(UpdateStrategy.allAtOnce),
        anyShare.map((size) => UpdateStrategy.canary({ size })),
        anyShare.map((stepSize) => UpdateStrategy.linear({ stepSize })),
        anyShare.map((maximumBatchSize) => UpdateStrategy.rolling({ maximumBatchSize })),
      ),
      retainedModelVersions: anyNumber,
      networkIsolation: anyBoolean,
      allowAllOutbound: anyBoolean,
      dataCapture: fc.record(
        {
          samplingPercentage: anyNumber,
          input: anyBoolean,
          prefix: anyString,
          expiration: anyDuration,
          jsonContentTypes: fc.array(anyString),
        },
        { requiredKeys: ['samplingPercentage'] },
      ),
      canary: few({ enabled: anyBoolean, interval: anyDuration }),
      smokeTest: few({
        measuredRequests: anyNumber,
        concurrentRequests: anyNumber,
        warmupRequests: anyNumber,
        timeout: anyDuration,
      }),
      monitoring: few({ expectedInvocationsPerMinute: anyNumber, usdPerInstanceHour: anyNumber }),
    }),
    variants: fc.option(
      fc.array(
        few({ ...anyFleet, weight: anyNumber }).chain((own) =>
          anyString.map((variantName) => ({ ...own, variantName })),
        ),
        { maxLength: 3 },
      ),
      { nil: undefined },
    ),
  })
  .map(({ endpoint, variants }) => () => ({ model: classifier(), ...endpoint, ...(variants && { variants }) }));

const late = <T>(make: () => T): fc.Arbitrary<T> => fc.constant(0).map(make);
const lateNumber = late(() => Token.asNumber({ Ref: 'SomeParameter' }));
const lateString = late(() => Token.asString({ Ref: 'SomeParameter' }));
const lateSeconds = late(() => Duration.seconds(Token.asNumber({ Ref: 'SomeParameter' })));
const lateBytes = late(() => Size.bytes(Token.asNumber({ Ref: 'SomeParameter' })));

/** Properties some of which are only known at deploy time, and nothing is wrong with the others. */
export const lateProps: fc.Arbitrary<InStack<TritonRealtimeEndpointProps>> = fc
  .tuple(
    validProps,
    few<TritonRealtimeEndpointProps>({
      endpointName: lateString,
      instanceCount: lateNumber,
      scaling: late(() =>
        Scaling.concurrentRequests({
          minCapacity: Token.asNumber({ Ref: 'SomeParameter' }),
          maxCapacity: Token.asNumber({ Ref: 'SomeParameter' }),
          requestsPerInstance: Token.asNumber({ Ref: 'SomeParameter' }),
          scaleInCooldown: Duration.seconds(Token.asNumber({ Ref: 'SomeParameter' })),
        }),
      ),
      server: few<ServerOptions>({
        threadCount: lateNumber,
        gpuMemoryLoadLimit: lateNumber,
        pythonSharedMemory: lateBytes,
        responseCacheSize: lateBytes,
        additionalArguments: fc.tuple(lateString),
        environment: fc.record({ VARIABLE: lateString }),
      }),
      modelDataDownloadTimeout: lateSeconds,
      containerStartupHealthCheckTimeout: lateSeconds,
      instanceProvisionTimeout: lateSeconds,
      updateStrategy: fc.oneof(
        lateSeconds.map((bakeTime) => UpdateStrategy.allAtOnce({ bakeTime, maximumExecutionTimeout: bakeTime })),
        lateNumber.map((value) => UpdateStrategy.canary({ size: FleetShare.percent(value) })),
        lateNumber.map((value) => UpdateStrategy.linear({ stepSize: FleetShare.instances(value) })),
      ),
      dataCapture: fc.record({ samplingPercentage: lateNumber, prefix: lateString }),
      smokeTest: few({ measuredRequests: lateNumber, concurrentRequests: lateNumber, timeout: lateSeconds }),
      monitoring: few({ expectedInvocationsPerMinute: lateNumber, usdPerInstanceHour: lateNumber }),
    }),
  )
  .map(([makeValid, overrides]) => (stack: Stack) => ({ ...makeValid(stack), ...overrides }));
