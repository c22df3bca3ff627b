import { Stack } from 'aws-cdk-lib';
import fc from 'fast-check';
import { Packaging, TritonRealtimeEndpointProps } from '../../../lib';
import { FleetOptions } from '../../../lib/endpoint/variant/options';
import { classifier } from '../../endpoint/fixtures';
import { anyDuration, anyNumber, anyString, few, InStack, lateSeconds, Properties, some } from './arbitraries';
import { anyEndpoint, lateEndpoint, validEndpoint, vpcIn } from './endpoint';
import { anyFleet, lateFleet, validFleet } from './fleet';

const valid: fc.Arbitrary<InStack<TritonRealtimeEndpointProps>> = fc
  .record({
    endpoint: some<TritonRealtimeEndpointProps>({
      ...validFleet,
      ...validEndpoint,
      packaging: fc.constantFrom(Packaging.UNCOMPRESSED, Packaging.ARCHIVE),
      retainedModelVersions: fc.nat(5),
    }),
    inVpc: fc.boolean(),
    weights: fc.option(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 3 }), { nil: undefined }),
    own: some<FleetOptions>(validFleet),
  })
  .map(({ endpoint, inVpc, weights, own }) => (stack: Stack) => ({
    model: classifier(),
    ...endpoint,
    ...(inVpc && { vpc: vpcIn(stack) }),
    ...(weights && {
      variants: weights.map((weight, index) => ({ ...own, variantName: `variant-${index}`, weight })),
    }),
  }));

const late: fc.Arbitrary<InStack<TritonRealtimeEndpointProps>> = fc
  .tuple(
    valid,
    few<TritonRealtimeEndpointProps>({ ...lateFleet, ...lateEndpoint, instanceProvisionTimeout: lateSeconds }),
  )
  .map(([makeValid, overrides]) => (stack: Stack) => ({ ...makeValid(stack), ...overrides }));

const any: fc.Arbitrary<InStack<TritonRealtimeEndpointProps>> = fc
  .record({
    endpoint: few<TritonRealtimeEndpointProps>({
      ...anyFleet,
      ...anyEndpoint,
      retainedModelVersions: anyNumber,
      instanceProvisionTimeout: anyDuration,
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

/** Of real-time endpoints. */
export const realtimeProperties: Properties<TritonRealtimeEndpointProps> = { valid, late, any };
