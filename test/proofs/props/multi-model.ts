import { Stack } from 'aws-cdk-lib';
import fc from 'fast-check';
import { InstanceType, TritonMultiModelEndpointProps } from '../../../lib';
import { classifier } from '../../endpoint/fixtures';
import { anyString, atMostThree, MakeInStack, name, Properties, anySubset } from './arbitraries';
import { anyEndpoint, tokenEndpoint, validEndpoint, createVpc } from './endpoint';
import { anyFleet, tokenFleet, validFleet } from './fleet';

const valid: fc.Arbitrary<MakeInStack<TritonMultiModelEndpointProps>> = fc
  .record({
    endpoint: anySubset<TritonMultiModelEndpointProps>({
      ...validFleet,
      ...validEndpoint,
      instanceType: fc.constantFrom(InstanceType.G4DN_XLARGE, InstanceType.G5_2XLARGE),
      openPrefix: fc.boolean(),
      modelCaching: fc.boolean(),
    }),
    names: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
    inVpc: fc.boolean(),
  })
  .map(({ endpoint, names, inVpc }) => (stack: Stack) => ({
    models: names.map((modelName) => classifier({ name: modelName })),
    ...endpoint,
    ...(inVpc && { vpc: createVpc(stack) }),
  }));

const tokens: fc.Arbitrary<MakeInStack<TritonMultiModelEndpointProps>> = fc
  .tuple(valid, atMostThree<TritonMultiModelEndpointProps>({ ...tokenFleet, ...tokenEndpoint }))
  .map(([makeValid, overrides]) => (stack: Stack) => ({ ...makeValid(stack), ...overrides }));

const any: fc.Arbitrary<MakeInStack<TritonMultiModelEndpointProps>> = fc
  .record({
    endpoint: atMostThree<TritonMultiModelEndpointProps>({
      ...anyFleet,
      ...anyEndpoint,
      openPrefix: fc.boolean(),
    }),
    names: fc.array(fc.oneof(name, anyString), { maxLength: 3 }),
  })
  .map(({ endpoint, names }) => () => ({
    models: names.map((modelName) => classifier({ name: modelName })),
    ...endpoint,
  }));

/** Properties of multi-model endpoints. */
export const multiModelProperties: Properties<TritonMultiModelEndpointProps> = { valid, tokens, any };
