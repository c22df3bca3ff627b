import { CfnModelPackage, CfnModelPackageGroup } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { TritonImageConfig } from '../endpoint/image/image-source';
import { TritonModel } from '../model';
import { InstanceType } from '../platform';
import { ModelData } from '../artifacts/model-data-options';
import { describedModel } from './job-request';
import { ProvidedPayload } from './provide-payload';
import { RecommenderOptions } from './options';

/** What a package holds. */
export interface ModelPackageParts {
  readonly model: TritonModel;
  readonly data: ModelData;
  readonly image: TritonImageConfig;
  readonly payload: ProvidedPayload;
  readonly instanceTypes: InstanceType[];
  /** Identifies the content: a package never changes, a new one takes its place. */
  readonly contentHash: string;
}

/** A version of the model in the registry, as Inference Recommender wants it. */
export function createModelPackage(
  scope: Construct,
  group: CfnModelPackageGroup,
  parts: ModelPackageParts,
  options: RecommenderOptions,
): CfnModelPackage {
  const { model, data, image, payload, instanceTypes, contentHash } = parts;
  const { domain, task, framework, frameworkVersion } = describedModel(options);
  const pack = new CfnModelPackage(scope, `Package${contentHash.slice(0, 8)}`, {
    modelPackageGroupName: group.attrModelPackageGroupArn,
    modelPackageDescription: `Triton model ${model.name}, to be benchmarked`,
    domain,
    task: task,
    samplePayloadUrl: payload.s3Uri,
    inferenceSpecification: {
      containers: [
        {
          image: image.uri,
          modelDataUrl: data.s3Uri,
          framework,
          frameworkVersion,
          environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: model.name },
        },
      ],
      supportedContentTypes: [payload.contentType],
      supportedResponseMimeTypes: [payload.contentType.replace(/;.*/, '')],
      supportedRealtimeInferenceInstanceTypes:
        instanceTypes.length > 0 ? instanceTypes.map(({ name }) => name) : undefined,
    },
  });
  if (data.publication) pack.node.addDependency(data.publication);
  return pack;
}
