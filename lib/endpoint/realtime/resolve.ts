import { DEFAULT_VARIANT_NAME } from '../../cdk/endpoint-names';
import { ExpectedTraffic } from '../../measurements';
import { Scaling } from '../../scaling';
import { InheritedOptions, TritonRealtimeEndpointProps, VariantOptions } from '../options/variant-options';
import { EndpointKind } from '../resolved/endpoint';
import { resolveVariant } from '../serving/resolve';
import { isUnresolved } from '../../findings/is-unresolved';

/** Resolves the options to variants with one model each, or one for each instance type that requires its own model. */
export function resolveRealtime(props: TritonRealtimeEndpointProps): EndpointKind {
  const { variants, shadowVariants = [], modelBucket } = props;
  return {
    variants: variants
      ? variants.map((variant, index) =>
          resolveVariant(
            { ...inherit(props, variant), expectedTraffic: variant.expectedTraffic ?? shareOf(variant, props) },
            `variants[${index}]`,
          ),
        )
      : [resolveVariant({ variantName: DEFAULT_VARIANT_NAME, ...props }, '')],
    shadowVariants: shadowVariants.map((variant, index) =>
      // A shadow variant does not inherit the scaling and the traffic of the endpoint.
      resolveVariant(
        { scaling: Scaling.none(), ...inherit({ ...props, scaling: undefined, expectedTraffic: undefined }, variant) },
        `shadowVariants[${index}]`,
      ),
    ),
    multiModel: false,
    modelBucket,
  };
}

/** Merges the options of the endpoint and a variant. If the variant sets a type or pools, the endpoint's type and pools do not apply. */
function inherit(props: TritonRealtimeEndpointProps, variant: VariantOptions): InheritedOptions {
  const variantTypes = variant.instanceType ?? variant.instancePools;
  return {
    ...withoutUndefined(props),
    ...(variantTypes && { instanceType: undefined, instancePools: undefined }),
    ...withoutUndefined(variant),
  };
}

/** The share of a variant in the traffic of the endpoint. Undefined if a weight is invalid or known only at deployment. */
function shareOf(
  { weight = 1 }: VariantOptions,
  { expectedTraffic: traffic, variants = [] }: TritonRealtimeEndpointProps,
): ExpectedTraffic | undefined {
  const weights = variants.map((variant) => variant.weight ?? 1);
  const total = weights.reduce((sum, each) => sum + each, 0);
  const areKnown = weights.every((each) => !isUnresolved(each) && each >= 0 && each < Infinity);
  if (!traffic || !areKnown || total === 0) return undefined;
  return traffic._scaledBy(weight / total);
}

function withoutUndefined<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}
