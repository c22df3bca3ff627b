import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { Finding } from '../../findings/finding';
import { InstanceType, LatencyObjective, RoutingStrategy } from '../../platform';
import { ModelArchives } from '../../artifacts/model-archives';
import { Scaling } from '../../scaling';
import { Content, Hosting } from '../content';
import { DEFAULT_VARIANT_NAME } from '../default-variant';
import { defaultMaxCapacity, Fleet, fleetOf } from '../fleet';
import { TritonImage } from '../image';
import { environmentFindings } from '../server/environment-findings';
import { TritonMultiModelEndpointProps } from '../triton-multi-model-endpoint-props';
import { instanceFindings } from './instance-findings';
import { ModelSet } from './model-set';

/** Percent of the GPUs that are busy, with the times between changes (SageMaker developer guide, "Set Auto Scaling Policies for Multi-Model Endpoint Deployments"). */
const GPU_TARGET = 60;

/** The set that the properties describe, without its models. */
export function modelSetOf(props: TritonMultiModelEndpointProps): ModelSet {
  const { release } = props.image ?? TritonImage.defaultRelease();
  return new ModelSet({
    release,
    instanceTypes: [instanceTypeOf(props)],
    server: props.server,
    publishing: {
      bucket: props.modelBucket,
      openPrefix: props.openPrefix,
      retainedVersions: props.retainedModelVersions,
    },
  });
}

/** One variant that loads its models on demand. */
export function multiModelHosting(props: TritonMultiModelEndpointProps, models: ModelSet): Hosting {
  const fleet = fleetOfModels(props);
  const added = (props.models ?? []).flatMap((model, index) => models.add(model, model.name, `models[${index}]`));
  const findings: Finding[] = [
    ...instanceFindings(fleet.instanceTypes, fleet.instanceCount),
    ...added,
    ...(models.models.length === 0 ? variableFindings(props) : []),
  ];
  const serve = (scope: Construct): Content[] => [contentOf(props, models, models.publish(scope))];
  return {
    variants: [{ fleet, models: models.models, serve, findings }],
    shadowVariants: [],
    multiModel: true,
    modelBucket: props.modelBucket,
  };
}

/** What models are checked with is wrong without models, too. */
function variableFindings({
  server = {},
  image = TritonImage.defaultRelease(),
}: TritonMultiModelEndpointProps): Finding[] {
  return environmentFindings(server, { release: image.release, models: [], multiModel: true });
}

function instanceTypeOf({ instanceType = InstanceType.G4DN_XLARGE }: TritonMultiModelEndpointProps): InstanceType {
  return instanceType;
}

function fleetOfModels(props: TritonMultiModelEndpointProps): Fleet {
  const instanceCount = props.instanceCount ?? 2;
  return fleetOf(props, {
    variantName: DEFAULT_VARIANT_NAME,
    weight: 1,
    instanceTypes: [instanceTypeOf(props)],
    gpuCount: 1,
    instanceCount,
    latencyObjective: LatencyObjective.p99(Duration.seconds(1)),
    scaling: Scaling.gpuUtilization({ maxCapacity: defaultMaxCapacity(instanceCount), percent: GPU_TARGET }),
    // SageMaker prefers instances on which the model is loaded.
    routingStrategy: RoutingStrategy.RANDOM,
  });
}

function contentOf(
  { modelCacheSetting }: TritonMultiModelEndpointProps,
  models: ModelSet,
  archives: ModelArchives,
): Content {
  return {
    models: [],
    targetModels: models.targets,
    container: {
      mode: 'MultiModel',
      modelDataUrl: archives.s3Uri,
      multiModelConfig: modelCacheSetting && { modelCacheSetting },
    },
    environment: {},
    statements: readModels(archives),
    bucketKey: archives.bucketKey,
    contentHash: archives.contentHash,
    bytes: 0, // nothing is loaded before the first request
    publication: archives.publication,
  };
}

function readModels({ bucket, prefix }: ModelArchives): PolicyStatement[] {
  return [
    new PolicyStatement({ actions: ['s3:GetObject'], resources: [bucket.arnForObjects(`${prefix}*`)] }),
    new PolicyStatement({
      actions: ['s3:ListBucket'],
      resources: [bucket.bucketArn],
      conditions: { StringLike: { 's3:prefix': `${prefix}*` } },
    }),
  ];
}
