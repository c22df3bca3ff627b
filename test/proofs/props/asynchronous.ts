import { Duration, Stack } from 'aws-cdk-lib';
import fc from 'fast-check';
import { InstanceType, Scaling, TritonAsyncEndpointProps } from '../../../lib';
import { classifier } from '../../endpoint/fixtures';
import {
  anyDuration,
  anyNumber,
  anyString,
  atMostThree,
  MakeInStack,
  tokenNumber,
  tokenString,
  Properties,
  anySubset,
} from './arbitraries';
import { anyEndpoint, tokenEndpoint, validEndpoint, createVpc } from './endpoint';
import { anyFleet, tokenFleet, validFleet } from './fleet';

const backlog = fc
  .record({
    minCapacity: fc.nat(1),
    maxCapacity: fc.integer({ min: 10, max: 30 }),
    backlogPerInstance: fc.integer({ min: 1, max: 100 }),
  })
  .map(Scaling.backlogPerInstance);

const valid: fc.Arbitrary<MakeInStack<TritonAsyncEndpointProps>> = fc
  .record({
    endpoint: anySubset<TritonAsyncEndpointProps>({
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
    ...(inVpc && { vpc: createVpc(stack) }),
  }));

const tokens: fc.Arbitrary<MakeInStack<TritonAsyncEndpointProps>> = fc
  .tuple(
    valid,
    atMostThree<TritonAsyncEndpointProps>({
      ...tokenFleet,
      ...tokenEndpoint,
      scaling: fc
        .record({ minCapacity: tokenNumber, maxCapacity: tokenNumber, backlogPerInstance: tokenNumber })
        .map(Scaling.backlogPerInstance),
      inputPrefix: tokenString,
      outputPrefix: tokenString,
      maxConcurrentInvocationsPerInstance: tokenNumber,
    }),
  )
  .map(([makeValid, overrides]) => (stack: Stack) => ({ ...makeValid(stack), ...overrides }));

const any: fc.Arbitrary<MakeInStack<TritonAsyncEndpointProps>> = atMostThree<TritonAsyncEndpointProps>({
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

/** Properties of asynchronous endpoints. */
export const asynchronousProperties: Properties<TritonAsyncEndpointProps> = { valid, tokens, any };
