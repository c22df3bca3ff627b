import { Construct } from 'constructs';
import { TritonModel } from '../../model';
import { ModelDataOptions } from '../../artifacts/model-data';
import { Content, Hosting, VariantPlan } from '../content';
import { DEFAULT_VARIANT_NAME } from '../default-variant';
import { TritonRealtimeEndpointProps } from '../triton-realtime-endpoint-props';
import { VariantOptions } from '../variant-options';
import { modelContent } from './model-content';
import { modelFindings } from './model-findings';
import { modelFleet } from './model-fleet';
import { poolFindings, poolsOf, ServingPool } from './serving-pools';
import { inheritOptions } from './variant-inheritance';

/** One model for each variant, and for each of its instance types that needs one of its own. */
export function realtimeHosting(props: TritonRealtimeEndpointProps): Hosting {
  const { variants, shadowVariants = [] } = props;
  return {
    variants: variants
      ? variants.map((variant, index) => planVariant(props, variant, `variants[${index}]`))
      : [planVariant(props, { variantName: DEFAULT_VARIANT_NAME })],
    shadowVariants: shadowVariants.map((variant, index) =>
      planVariant(props, variant, `shadowVariants[${index}]`, true),
    ),
    multiModel: false,
    modelBucket: props.modelBucket,
  };
}

function planVariant(
  props: TritonRealtimeEndpointProps,
  variant: VariantOptions,
  path?: string,
  shadow = false,
): VariantPlan {
  const options = inheritOptions(props, variant, shadow);
  const { sizing } = options;
  const model = sizing ? options.model.withOverrides(sizing.modelOverrides) : options.model;
  const pools = poolsOf(options, model);
  const fleet = modelFleet(options, model, pools, shadow);
  const data: ModelDataOptions = {
    packaging: props.packaging,
    staging: props.assetStaging,
    bucket: props.modelBucket,
    retainedVersions: props.retainedModelVersions,
  };
  return {
    path,
    fleet,
    models: [...new Set(pools.map((pool) => pool.model))],
    serve: (scope) => serveModels(scope, model, pools, data),
    findings: [...poolFindings(options), ...modelFindings(fleet, pools, props.packaging)],
  };
}

/** Each pool's model; pools without one of their own share the variant's. */
function serveModels(scope: Construct, model: TritonModel, pools: ServingPool[], data: ModelDataOptions): Content[] {
  let shared: Content | undefined;
  return pools.map((pool) => {
    if (pool.model === model) return (shared ??= modelContent(scope, model, data));
    return modelContent(new Construct(scope, pool.instanceType.name), pool.model, data);
  });
}
