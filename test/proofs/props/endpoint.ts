import { Stack } from 'aws-cdk-lib';
import { IVpc, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import fc from 'fast-check';
import { CapacitySize, UpdateStrategy } from '../../../lib';
import { EndpointOptions } from '../../../lib/endpoint/options/endpoint-options';
import {
  anyDuration,
  anyNumber,
  anyString,
  atMostThree,
  tokenNumber,
  tokenSeconds,
  tokenString,
  minutes,
  name,
  anySubset,
  Values,
} from './arbitraries';

/** Valid properties of all kinds of endpoints. */
export const validEndpoint: Values<EndpointOptions> = {
  endpointName: name,
  updateStrategy: fc.oneof(
    minutes(10, 60).map((bakeTime) => UpdateStrategy.allAtOnce({ bakeTime })),
    fc.integer({ min: 10, max: 50 }).map((percent) => UpdateStrategy.canary({ size: CapacitySize.percent(percent) })),
    fc
      .integer({ min: 10, max: 50 })
      .map((percent) => UpdateStrategy.linear({ stepSize: CapacitySize.percent(percent) })),
    fc.constant(UpdateStrategy.allAtOnce({ autoRollback: false })),
  ),
  networkIsolation: fc.boolean(),
  dataCapture: fc
    .tuple(fc.nat(100), fc.constantFrom({}, { input: false }, { output: false }))
    .map(([samplingPercentage, capturedData]) => ({ samplingPercentage, ...capturedData })),
  probe: anySubset({ enabled: fc.boolean(), interval: minutes(1, 60) }),
  smokeTest: anySubset({ logPayloads: fc.boolean() }),
  monitoring: anySubset({ expectedInvocationsPerMinute: fc.integer({ min: 1, max: 1e6 }) }),
};

export const tokenEndpoint: Values<EndpointOptions> = {
  endpointName: tokenString,
  updateStrategy: fc.oneof(
    tokenSeconds.map((bakeTime) => UpdateStrategy.allAtOnce({ bakeTime, maximumExecutionTimeout: bakeTime })),
    tokenNumber.map((value) => UpdateStrategy.canary({ size: CapacitySize.percent(value) })),
    tokenNumber.map((value) => UpdateStrategy.linear({ stepSize: CapacitySize.count(value) })),
  ),
  dataCapture: fc.record({ samplingPercentage: tokenNumber, prefix: tokenString }),
  smokeTest: atMostThree({ timeout: tokenSeconds }),
  monitoring: atMostThree({ expectedInvocationsPerMinute: tokenNumber }),
};

const anyShare = fc.oneof(anyNumber.map(CapacitySize.percent), anyNumber.map(CapacitySize.count));

export const anyEndpoint: Values<EndpointOptions> = {
  endpointName: anyString,
  updateStrategy: fc.oneof(
    atMostThree({ bakeTime: anyDuration, maximumExecutionTimeout: anyDuration }).map(UpdateStrategy.allAtOnce),
    anyShare.map((size) => UpdateStrategy.canary({ size })),
    anyShare.map((stepSize) => UpdateStrategy.linear({ stepSize })),
    anyShare.map((maximumBatchSize) => UpdateStrategy.rolling({ maximumBatchSize })),
  ),
  networkIsolation: fc.boolean(),
  dataCapture: fc.record(
    {
      samplingPercentage: anyNumber,
      input: fc.boolean(),
      prefix: anyString,
      expiration: anyDuration,
    },
    { requiredKeys: ['samplingPercentage'] },
  ),
  probe: atMostThree({ enabled: fc.boolean(), interval: anyDuration }),
  smokeTest: atMostThree({ timeout: anyDuration }),
  monitoring: atMostThree({ expectedInvocationsPerMinute: anyNumber }),
};

export function createVpc(stack: Stack): IVpc {
  return new Vpc(stack, 'Vpc', {
    subnetConfiguration: [
      { name: 'private', subnetType: SubnetType.PRIVATE_WITH_EGRESS },
      { name: 'public', subnetType: SubnetType.PUBLIC },
    ],
  });
}
