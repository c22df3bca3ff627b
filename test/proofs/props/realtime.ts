import { Stack } from 'aws-cdk-lib';
import fc from 'fast-check';
import { TritonRealtimeEndpointProps } from '../../../lib';
import { FleetOptions } from '../../../lib/endpoint/options/variant-options';
import { classifier } from '../../endpoint/fixtures';
import { anyNumber, anyString, atMostThree, MakeInStack, Properties, anySubset } from './arbitraries';
import { anyEndpoint, tokenEndpoint, validEndpoint, createVpc } from './endpoint';
import { anyFleet, tokenFleet, validFleet } from './fleet';

const valid: fc.Arbitrary<MakeInStack<TritonRealtimeEndpointProps>> = fc
  .record({
    endpoint: anySubset<TritonRealtimeEndpointProps>({
      ...validFleet,
      ...validEndpoint,
    }),
    inVpc: fc.boolean(),
    weights: fc.option(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 3 }), { nil: undefined }),
    variantOptions: anySubset<FleetOptions>(validFleet),
  })
  .map(({ endpoint, inVpc, weights, variantOptions }) => (stack: Stack) => ({
    model: classifier(),
    ...endpoint,
    ...(inVpc && { vpc: createVpc(stack) }),
    ...(weights && {
      variants: weights.map((weight, index) => ({ ...variantOptions, variantName: `variant-${index}`, weight })),
    }),
  }));

const tokens: fc.Arbitrary<MakeInStack<TritonRealtimeEndpointProps>> = fc
  .tuple(
    valid,
    atMostThree<TritonRealtimeEndpointProps>({
      ...tokenFleet,
      ...tokenEndpoint,
    }),
  )
  .map(([makeValid, overrides]) => (stack: Stack) => ({ ...makeValid(stack), ...overrides }));

const any: fc.Arbitrary<MakeInStack<TritonRealtimeEndpointProps>> = fc
  .record({
    endpoint: atMostThree<TritonRealtimeEndpointProps>({
      ...anyFleet,
      ...anyEndpoint,
    }),
    variants: fc.option(
      fc.array(
        atMostThree({ ...anyFleet, weight: anyNumber }).chain((variantOptions) =>
          anyString.map((variantName) => ({ ...variantOptions, variantName })),
        ),
        { maxLength: 3 },
      ),
      { nil: undefined },
    ),
  })
  .map(({ endpoint, variants }) => () => ({ model: classifier(), ...endpoint, ...(variants && { variants }) }));

/** Properties of real-time endpoints. */
export const realtimeProperties: Properties<TritonRealtimeEndpointProps> = { valid, tokens, any };
