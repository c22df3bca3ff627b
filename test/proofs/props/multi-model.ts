import { Stack } from 'aws-cdk-lib';
import fc from 'fast-check';
import { InstanceType, TritonMultiModelEndpointProps } from '../../../lib';
import { classifier } from '../../endpoint/fixtures';
import { anyNumber, anyString, few, InStack, name, Properties, some } from './arbitraries';
import { anyEndpoint, lateEndpoint, validEndpoint, vpcIn } from './endpoint';
import { anyFleet, lateFleet, validFleet } from './fleet';

const valid: fc.Arbitrary<InStack<TritonMultiModelEndpointProps>> = fc
  .record({
    endpoint: some<TritonMultiModelEndpointProps>({
      ...validFleet,
      ...validEndpoint,
      instanceType: fc.constantFrom(InstanceType.G4DN_XLARGE, InstanceType.G5_2XLARGE),
      openPrefix: fc.boolean(),
      modelCaching: fc.boolean(),
      retainedModelVersions: fc.nat(5),
    }),
    names: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
    inVpc: fc.boolean(),
  })
  .map(({ endpoint, names, inVpc }) => (stack: Stack) => ({
    models: names.map((each) => classifier({ name: each })),
    ...endpoint,
    ...(inVpc && { vpc: vpcIn(stack) }),
  }));

const late: fc.Arbitrary<InStack<TritonMultiModelEndpointProps>> = fc
  .tuple(valid, few<TritonMultiModelEndpointProps>({ ...lateFleet, ...lateEndpoint }))
  .map(([makeValid, overrides]) => (stack: Stack) => ({ ...makeValid(stack), ...overrides }));

const any: fc.Arbitrary<InStack<TritonMultiModelEndpointProps>> = fc
  .record({
    endpoint: few<TritonMultiModelEndpointProps>({
      ...anyFleet,
      ...anyEndpoint,
      openPrefix: fc.boolean(),
      retainedModelVersions: anyNumber,
    }),
    names: fc.array(fc.oneof(name, anyString), { maxLength: 3 }),
  })
  .map(({ endpoint, names }) => () => ({ models: names.map((each) => classifier({ name: each })), ...endpoint }));

/** Of multi-model endpoints. */
export const multiModelProperties: Properties<TritonMultiModelEndpointProps> = { valid, late, any };
