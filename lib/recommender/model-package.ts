import { CfnModelPackage, CfnModelPackageGroup } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { TritonImageConfig } from '../endpoint/image/image-source';
import { ModelData } from '../artifacts/model-data-options';
import { ProvidedPayload } from './provide-payload';
import { InferenceRecommenderJobProps } from './job-props';

/** Content of a model package. */
export interface ModelPackageParts {
  readonly data: ModelData;
  readonly image: TritonImageConfig;
  readonly payload: ProvidedPayload;
  /** Hash of the content. Packages cannot be updated, so a new hash creates a new package that replaces the old package. */
  readonly contentHash: string;
}

/** Creates a model package version with the properties that Inference Recommender requires. */
export function createModelPackage(
  scope: Construct,
  group: CfnModelPackageGroup,
  parts: ModelPackageParts,
  options: InferenceRecommenderJobProps,
): CfnModelPackage {
  const { data, image, payload, contentHash } = parts;
  const { model, instanceTypes = [], domain = 'MACHINE_LEARNING', task = 'OTHER' } = options;
  const modelPackage = new CfnModelPackage(scope, `Package${contentHash.slice(0, 8)}`, {
    modelPackageGroupName: group.attrModelPackageGroupArn,
    modelPackageDescription: `Triton model ${model.name}, to be benchmarked`,
    domain,
    task,
    samplePayloadUrl: payload.s3Uri,
    inferenceSpecification: {
      containers: [
        {
          image: image.uri,
          modelDataUrl: data.s3Uri,
          // The API requires a framework, and Triton is not one of its values.
          framework: 'PYTORCH',
          frameworkVersion: '1.6.0',
          environment: { SAGEMAKER_TRITON_DEFAULT_MODEL_NAME: model.name },
        },
      ],
      supportedContentTypes: [payload.contentType],
      supportedResponseMimeTypes: [payload.contentType.replace(/;.*/, '')],
      supportedRealtimeInferenceInstanceTypes:
        instanceTypes.length > 0 ? instanceTypes.map(({ name }) => name) : undefined,
    },
  });
  if (data.publication) modelPackage.node.addDependency(data.publication);
  return modelPackage;
}
