import { Duration } from 'aws-cdk-lib';
import { InstanceType, LatencyObjective, RoutingStrategy } from '../../platform';
import { DEFAULT_VARIANT_NAME } from '../../platform/endpoint-names';
import { Scaling } from '../../scaling';
import { Variant } from '../endpoint';
import { TritonImage } from '../image';
import { Served } from '../resolve';
import { defaultMaxCapacity, defaultScaling, resolveHost } from '../variant/resolve';
import { buildContent } from './build';
import { checkServing } from './check';
import { ModelSet } from './model-set';
import { TritonMultiModelEndpointProps } from './options';

/** Percent of the GPUs that are busy, with the times between changes (SageMaker developer guide, "Set Auto Scaling Policies for Multi-Model Endpoint Deployments"). */
const GPU_TARGET = 60;

/** The set that the properties describe, without its models. */
export function resolveModelSet(props: TritonMultiModelEndpointProps): ModelSet {
  const { image = TritonImage.defaultRelease(), server, modelBucket: bucket, openPrefix } = props;
  return new ModelSet({
    image,
    instanceTypes: [instanceTypeOf(props)],
    server,
    inferenceAmi: props.inferenceAmi,
    publishing: { bucket, openPrefix, retainedVersions: props.retainedModelVersions },
  });
}

/** One variant that loads its models on demand. */
export function resolveMultiModel(props: TritonMultiModelEndpointProps, models: ModelSet): Served {
  return {
    variants: [resolveVariant(props, models)],
    shadowVariants: [],
    multiModel: true,
    modelBucket: props.modelBucket,
  };
}

function resolveVariant(props: TritonMultiModelEndpointProps, models: ModelSet): Variant {
  const initialInstanceCount = props.instanceCount ?? Math.max(2, props.scaling?._beginsWith ?? 1);
  const added = (props.models ?? []).flatMap((model, index) => models.add(model, model.name, `models[${index}]`));
  return {
    ...resolveHost(props, [instanceTypeOf(props)]),
    path: '',
    variantName: DEFAULT_VARIANT_NAME,
    weight: 1,
    instanceTypes: [instanceTypeOf(props)],
    gpuCount: 1,
    initialInstanceCount,
    latencyObjective: props.latencyObjective ?? LatencyObjective.p99(Duration.seconds(1)),
    scaling: props.scaling ?? defaultScaling(props.purpose, busyGpus(initialInstanceCount)),
    // SageMaker prefers instances on which the model is loaded.
    routingStrategy: props.routingStrategy ?? RoutingStrategy.RANDOM,
    serving: {
      models: models.models,
      check: (variant) => [...added, ...checkServing(variant, models.models)],
      build: (scope, host) => [buildContent(models, models.publish(scope, host), props.modelCaching)],
    },
  };
}

function busyGpus(instanceCount: number): Scaling {
  return Scaling.gpuUtilization({ maxCapacity: defaultMaxCapacity(instanceCount), percent: GPU_TARGET });
}

function instanceTypeOf({ instanceType = InstanceType.G4DN_XLARGE }: TritonMultiModelEndpointProps): InstanceType {
  return instanceType;
}
