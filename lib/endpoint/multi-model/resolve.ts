import { InstanceType, RoutingStrategy } from '../../platform';
import { DEFAULT_VARIANT_NAME } from '../../cdk/endpoint-names';
import { Scaling } from '../../scaling';
import { EndpointKind } from '../resolved/endpoint';
import { withPools } from '../resolved/host';
import { Variant } from '../resolved/variant';
import { TritonImage } from '../image';
import { imageForTypes } from '../image/check-cpu';
import { atLeast, defaultMaxCapacity, defaultScaling, resolveHosting } from '../variant/resolve';
import { buildContent } from './build';
import { checkServing } from './check';
import { ModelSet } from './model-set';
import { TritonMultiModelEndpointProps } from './options';

/**
 * Target utilization of the GPU, or of the vCPUs of types without GPUs, in percent (SageMaker developer guide, "Set Auto Scaling Policies for
 * Multi-Model Endpoint Deployments").
 */
const TARGET_UTILIZATION = 60;

/** Creates the model set of an endpoint. Its models are added later. */
export function resolveModelSet(props: TritonMultiModelEndpointProps): ModelSet {
  const { image = TritonImage.defaultRelease(), server, modelBucket: bucket, openPrefix } = props;
  const instanceTypes = [instanceTypeOf(props)];
  return new ModelSet({
    image: imageForTypes(instanceTypes, image),
    instanceTypes,
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
  const initialInstanceCount = props.instanceCount ?? atLeast(2, props.scaling);
  const modelFindings = (props.models ?? []).flatMap((model, index) =>
    models.add(model, model.name, `models[${index}]`),
  );
  const instanceType = instanceTypeOf(props);
  const scaling =
    props.scaling ?? defaultScaling(props.purpose, utilizationScaling(instanceType, initialInstanceCount));
  return {
    ...resolveHosting(props, [instanceType]),
    ...withPools([{ instanceType, models: models.models }]),
    path: '',
    variantName: DEFAULT_VARIANT_NAME,
    weight: 1,
    gpuCount: instanceType._isCpuOnly ? undefined : 1,
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

function utilizationScaling({ _isCpuOnly }: InstanceType, instanceCount: number): Scaling {
  const options = { maxCapacity: defaultMaxCapacity(instanceCount), percent: TARGET_UTILIZATION };
  return _isCpuOnly ? Scaling._cpuUtilization(options) : Scaling.gpuUtilization(options);
}

function instanceTypeOf({ instanceType = InstanceType.G4DN_XLARGE }: TritonMultiModelEndpointProps): InstanceType {
  return instanceType;
}
