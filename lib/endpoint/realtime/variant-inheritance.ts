import { TritonRealtimeEndpointProps } from '../triton-realtime-endpoint-props';
import { VariantOptions } from '../variant-options';

/** The options of a variant, with the endpoint's where it leaves them open. */
export type InheritedOptions = TritonRealtimeEndpointProps & VariantOptions;

/** A variant's instance types replace the endpoint's, whichever way each of them names its own; a shadow is scaled only where it says so. */
export function inheritOptions(
  props: TritonRealtimeEndpointProps,
  variant: VariantOptions,
  shadow: boolean,
): InheritedOptions {
  const given = Object.fromEntries(Object.entries(variant).filter(([, value]) => value !== undefined));
  const ownTypes = variant.instanceType ?? variant.instancePools;
  return {
    ...props,
    ...(ownTypes && { instanceType: undefined, instancePools: undefined }),
    ...(shadow && { scaling: undefined }),
    ...given,
  } as InheritedOptions;
}
