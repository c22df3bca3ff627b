import { InstanceType, RoutingStrategy } from '../../platform';
import { DEFAULT_VARIANT_NAME } from '../../cdk/endpoint-names';
import { Scaling } from '../../scaling';
import { EndpointKind } from '../resolved/endpoint';
import { withPools } from '../resolved/host';
import { Variant } from '../resolved/variant';
import { TritonImage } from '../image';
import { defaultMaxCapacity, defaultScaling, resolveHosting } from '../variant/resolve';
import { buildContent } from './build';
import { checkServing } from './check';
import { ModelSet } from './model-set';
import { TritonMultiModelEndpointProps } from './options';

/** Target GPU utilization in percent (SageMaker developer guide, "Set Auto Scaling Policies for Multi-Model Endpoint Deployments"). */
const TARGET_GPU_UTILIZATION = 60;

/** Creates the model set of an endpoint. Its models are added later. */
export function resolveModelSet(props: TritonMultiModelEndpointProps): ModelSet {
  const { image = TritonImage.defaultRelease(), server, modelBucket: bucket, openPrefix } = props;
  return new ModelSet({
    image,
    instanceTypes: [instanceTypeOf(props)],
    server,
    inferenceAmi: props.inferenceAmi,
    publishing: { bucket, openPrefix },
  });
}

/** Resolves the options to one variant that loads its models on demand. */
export function resolveMultiModel(props: TritonMultiModelEndpointProps, models: ModelSet): EndpointKind {
  return {
    variants: [resolveVariant(props, models)],
    shadowVariants: [],
    multiModel: true,
    modelBucket: props.modelBucket,
  };
}

function resolveVariant(props: TritonMultiModelEndpointProps, models: ModelSet): Variant {
  const initialInstanceCount = props.instanceCount ?? Math.max(2, props.scaling?._initialCapacity ?? 1);
  const modelFindings = (props.models ?? []).flatMap((model, index) =>
    models.add(model, model.name, `models[${index}]`),
  );
  const scaling = props.scaling ?? defaultScaling(props.purpose, gpuUtilizationScaling(initialInstanceCount));
  return {
    ...resolveHosting(props, [instanceTypeOf(props)]),
    ...withPools([{ instanceType: instanceTypeOf(props), models: models.models }]),
    path: '',
    variantName: DEFAULT_VARIANT_NAME,
    weight: 1,
    gpuCount: 1,
    initialInstanceCount,
    scaling,
    range: scaling._range(initialInstanceCount),
    // With RANDOM, SageMaker prefers instances on which the model is loaded.
    routingStrategy: props.routingStrategy ?? RoutingStrategy.RANDOM,
    serving: {
      check: (host) => [...modelFindings, ...checkServing(host, initialInstanceCount, models.models)],
      build: (scope, pools, environment) => {
        const content = buildContent(models, models.publish(scope, environment), props.modelCaching);
        return pools.map(() => content);
      },
    },
  };
}

function gpuUtilizationScaling(instanceCount: number): Scaling {
  return Scaling.gpuUtilization({ maxCapacity: defaultMaxCapacity(instanceCount), percent: TARGET_GPU_UTILIZATION });
}

function instanceTypeOf({ instanceType = InstanceType.G4DN_XLARGE }: TritonMultiModelEndpointProps): InstanceType {
  return instanceType;
}
