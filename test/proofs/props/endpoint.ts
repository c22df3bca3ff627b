import { Duration, Stack } from 'aws-cdk-lib';
import { IVpc, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import fc from 'fast-check';
import { FleetShare, UpdateStrategy } from '../../../lib';
import { EndpointOptions } from '../../../lib/endpoint/endpoint-options';
import {
  anyDuration,
  anyNumber,
  anyString,
  few,
  lateNumber,
  lateSeconds,
  lateString,
  minutes,
  name,
  some,
  Values,
} from './arbitraries';

/** What endpoints of both kinds have in common. */
export const validEndpoint: Values<EndpointOptions> = {
  endpointName: name,
  updateStrategy: fc.oneof(
    minutes(10, 60).map((bakeTime) => UpdateStrategy.allAtOnce({ bakeTime })),
    fc.integer({ min: 10, max: 50 }).map((percent) => UpdateStrategy.canary({ size: FleetShare.percent(percent) })),
    fc.integer({ min: 10, max: 50 }).map((percent) => UpdateStrategy.linear({ stepSize: FleetShare.percent(percent) })),
    fc.constant(UpdateStrategy.allAtOnce({ autoRollback: false })),
  ),
  networkIsolation: fc.boolean(),
  preflight: fc.boolean(),
  dataCapture: fc
    .tuple(fc.nat(100), fc.constantFrom({}, { input: false }, { output: false }))
    .map(([samplingPercentage, parts]) => ({ samplingPercentage, ...parts })),
  coreDumps: fc.integer({ min: 1, max: 90 }).map((days) => ({ prefix: 'dumps', expiration: Duration.days(days) })),
  probe: some({ enabled: fc.boolean(), interval: minutes(1, 60) }),
  smokeTest: some({ measuredRequests: fc.integer({ min: 1, max: 500 }), warmupRequests: fc.nat(10) }),
  monitoring: some({ expectedInvocationsPerMinute: fc.integer({ min: 1, max: 1e6 }) }),
};

export const lateEndpoint: Values<EndpointOptions> = {
  endpointName: lateString,
  updateStrategy: fc.oneof(
    lateSeconds.map((bakeTime) => UpdateStrategy.allAtOnce({ bakeTime, maximumExecutionTimeout: bakeTime })),
    lateNumber.map((value) => UpdateStrategy.canary({ size: FleetShare.percent(value) })),
    lateNumber.map((value) => UpdateStrategy.linear({ stepSize: FleetShare.instances(value) })),
  ),
  dataCapture: fc.record({ samplingPercentage: lateNumber, prefix: lateString }),
  coreDumps: few({ prefix: lateString }),
  smokeTest: few({ measuredRequests: lateNumber, concurrentRequests: lateNumber, timeout: lateSeconds }),
  monitoring: few({ expectedInvocationsPerMinute: lateNumber, usdPerInstanceHour: lateNumber }),
};

const anyShare = fc.oneof(anyNumber.map(FleetShare.percent), anyNumber.map(FleetShare.instances));

export const anyEndpoint: Values<EndpointOptions> = {
  endpointName: anyString,
  updateStrategy: fc.oneof(
    few({ bakeTime: anyDuration, maximumExecutionTimeout: anyDuration }).map(UpdateStrategy.allAtOnce),
    anyShare.map((size) => UpdateStrategy.canary({ size })),
    anyShare.map((stepSize) => UpdateStrategy.linear({ stepSize })),
    anyShare.map((maximumBatchSize) => UpdateStrategy.rolling({ maximumBatchSize })),
  ),
  networkIsolation: fc.boolean(),
  allowAllOutbound: fc.boolean(),
  dataCapture: fc.record(
    {
      samplingPercentage: anyNumber,
      input: fc.boolean(),
      prefix: anyString,
      expiration: anyDuration,
      jsonContentTypes: fc.array(anyString),
    },
    { requiredKeys: ['samplingPercentage'] },
  ),
  coreDumps: few({ prefix: anyString, expiration: anyDuration }),
  probe: few({ enabled: fc.boolean(), interval: anyDuration }),
  smokeTest: few({
    measuredRequests: anyNumber,
    concurrentRequests: anyNumber,
    warmupRequests: anyNumber,
    timeout: anyDuration,
  }),
  monitoring: few({ expectedInvocationsPerMinute: anyNumber, usdPerInstanceHour: anyNumber }),
};

export function vpcIn(stack: Stack): IVpc {
  return new Vpc(stack, 'Vpc', {
    subnetConfiguration: [
      { name: 'private', subnetType: SubnetType.PRIVATE_WITH_EGRESS },
      { name: 'public', subnetType: SubnetType.PUBLIC },
    ],
  });
}
