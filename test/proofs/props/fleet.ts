import { Duration } from 'aws-cdk-lib';
import fc from 'fast-check';
import { InstanceType, LatencyObjective, LogLevel, Scaling, ServerOptions } from '../../../lib';
import { FleetOptions } from '../../../lib/endpoint/options/variant-options';
import {
  anyDuration,
  anyNumber,
  anySize,
  anyString,
  atMostThree,
  tokenBytes,
  tokenNumber,
  tokenSeconds,
  tokenString,
  mebibytes,
  seconds,
  anySubset,
  Values,
} from './arbitraries';

const validScaling = fc
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

export const validFleet: Values<FleetOptions> = {
  instanceType: fc.constantFrom(
    ...[InstanceType.G4DN_XLARGE, InstanceType.G4DN_12XLARGE, InstanceType.G5_2XLARGE, InstanceType.G6_XLARGE],
  ),
  instanceCount: fc.integer({ min: 1, max: 10 }),
  scaling: validScaling,
  latencyObjective: fc
    .tuple(fc.constantFrom(50, 90, 95, 99), fc.integer({ min: 1, max: 59_000 }))
    .map(([percentile, limit]) => LatencyObjective.ofPercentile(percentile, Duration.millis(limit))),
  server: anySubset<ServerOptions>({
    logLevel: fc.constantFrom(LogLevel.ERROR, LogLevel.VERBOSE),
    threadCount: fc.integer({ min: 1, max: 64 }),
    pythonSharedMemory: mebibytes(1, 1024),
    responseCacheSize: mebibytes(1, 1024),
    environment: fc.constant({ MY_VARIABLE: 'value' }),
  }),
  modelDataDownloadTimeout: seconds(60, 3600),
  containerStartupHealthCheckTimeout: seconds(60, 3600),
};

export const tokenFleet: Values<FleetOptions> = {
  instanceCount: tokenNumber,
  scaling: fc
    .record({
      minCapacity: tokenNumber,
      maxCapacity: tokenNumber,
      requestsPerInstance: tokenNumber,
      scaleInCooldown: tokenSeconds,
    })
    .map(Scaling.concurrentRequests),
  server: atMostThree<ServerOptions>({
    threadCount: tokenNumber,
    pythonSharedMemory: tokenBytes,
    responseCacheSize: tokenBytes,
    additionalArguments: fc.tuple(tokenString),
    environment: fc.record({ VARIABLE: tokenString }),
  }),
  modelDataDownloadTimeout: tokenSeconds,
  containerStartupHealthCheckTimeout: tokenSeconds,
};

/** Instance types of all kinds, including burstable types, types without GPUs, and unknown types. */
export const anyInstanceType = fc
  .constantFrom('ml.t2.medium', 'ml.m5.large', 'ml.g5.48xlarge', 'ml.p5.48xlarge', 'ml.inf2.xlarge', 'ml.g99.xlarge')
  .map(InstanceType.of);

export const anyFleet: Values<FleetOptions> = {
  instanceType: anyInstanceType,
  instanceCount: anyNumber,
  scaling: fc
    .record({ minCapacity: fc.option(anyNumber, { nil: undefined }), maxCapacity: anyNumber, value: anyNumber })
    .chain(({ value, ...capacity }) =>
      fc.constantFrom(
        () => Scaling.invocationsPerInstance({ ...capacity, invocationsPerSecond: value }),
        () => Scaling.concurrentRequests({ ...capacity, requestsPerInstance: value }),
        () => Scaling.gpuUtilization({ ...capacity, percent: value }),
      ),
    )
    .map((createScaling) => createScaling()),
  server: atMostThree<ServerOptions>({
    threadCount: anyNumber,
    pythonSharedMemory: anySize,
    responseCacheSize: anySize,
    additionalArguments: fc.array(anyString, { maxLength: 3 }),
    environment: fc.dictionary(anyString, anyString, { maxKeys: 3 }),
  }),
  volumeSize: anySize,
  modelDataDownloadTimeout: anyDuration,
  containerStartupHealthCheckTimeout: anyDuration,
};
