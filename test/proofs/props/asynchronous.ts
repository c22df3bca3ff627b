import { Duration, Stack } from 'aws-cdk-lib';
import fc from 'fast-check';
import { InstanceType, Scaling, TritonAsyncEndpointProps } from '../../../lib';
import { classifier } from '../../endpoint/fixtures';
import {
  anyDuration,
  anyNumber,
  anyString,
  few,
  InStack,
  lateNumber,
  lateString,
  Properties,
  some,
} from './arbitraries';
import { anyEndpoint, lateEndpoint, validEndpoint, vpcIn } from './endpoint';
import { anyFleet, lateFleet, validFleet } from './fleet';

const backlog = fc
  .record({
    minCapacity: fc.nat(1),
    maxCapacity: fc.integer({ min: 10, max: 30 }),
    backlogPerInstance: fc.integer({ min: 1, max: 100 }),
  })
  .map(Scaling.backlogPerInstance);

const valid: fc.Arbitrary<InStack<TritonAsyncEndpointProps>> = fc
  .record({
    endpoint: some<TritonAsyncEndpointProps>({
      ...validFleet,
      ...validEndpoint,
      scaling: fc.oneof(backlog, fc.constant(Scaling.none())),
      instanceType: fc.constantFrom(
        InstanceType.G4DN_XLARGE,
        InstanceType.G5_2XLARGE,
        InstanceType.of('ml.c6i.xlarge'),
      ),
      probe: fc.constant({ enabled: false }),
      inputPrefix: fc.constantFrom('in', 'waiting/documents'),
      outputPrefix: fc.constantFrom('out', 'done/documents'),
      failurePrefix: fc.constantFrom('lost'),
      outputExpiration: fc.integer({ min: 1, max: 365 }).map(Duration.days),
      maxConcurrentInvocationsPerInstance: fc.integer({ min: 1, max: 1000 }),
    }),
    inVpc: fc.boolean(),
  })
  .map(({ endpoint, inVpc }) => (stack: Stack) => ({
    model: classifier(),
    ...endpoint,
    ...(inVpc && { vpc: vpcIn(stack) }),
  }));

const late: fc.Arbitrary<InStack<TritonAsyncEndpointProps>> = fc
  .tuple(
    valid,
    few<TritonAsyncEndpointProps>({
      ...lateFleet,
      ...lateEndpoint,
      scaling: fc
        .record({ minCapacity: lateNumber, maxCapacity: lateNumber, backlogPerInstance: lateNumber })
        .map(Scaling.backlogPerInstance),
      inputPrefix: lateString,
      outputPrefix: lateString,
      maxConcurrentInvocationsPerInstance: lateNumber,
    }),
  )
  .map(([makeValid, overrides]) => (stack: Stack) => ({ ...makeValid(stack), ...overrides }));

const any: fc.Arbitrary<InStack<TritonAsyncEndpointProps>> = few<TritonAsyncEndpointProps>({
  ...anyFleet,
  ...anyEndpoint,
  scaling: fc
    .record({ minCapacity: anyNumber, maxCapacity: anyNumber, backlogPerInstance: anyNumber })
    .map(Scaling.backlogPerInstance),
  inputPrefix: anyString,
  outputPrefix: anyString,
  failurePrefix: anyString,
  outputExpiration: anyDuration,
  maxConcurrentInvocationsPerInstance: anyNumber,
}).map((endpoint) => () => ({ model: classifier(), ...endpoint }));

/** Of asynchronous endpoints. */
export const asynchronousProperties: Properties<TritonAsyncEndpointProps> = { valid, late, any };
