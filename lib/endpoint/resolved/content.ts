import { CustomResource } from 'aws-cdk-lib';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { TritonModel } from '../../model';
import { TargetedModel } from '../../smoke-test/test-plan';

/** An object in S3, or all objects under a prefix. */
export interface ReadableLocation {
  readonly bucketArn: string;
  /** Key of the object, or the prefix with a trailing `/`. */
  readonly key: string;
  readonly isPrefix: boolean;
}

/** The content of a SageMaker model's container: models, environment variables, and the location of the model data. */
export interface Content {
  /** The models that must respond after the container has started. Empty if the container loads its models on demand. */
  readonly models: TritonModel[];
  /** The models of a container that loads its models on demand. The list is complete when the stack is synthesized. */
  readonly targetModels?: TargetedModel[];
  /** The properties of the container that locate the models. */
  readonly container: Pick<
    CfnModel.ContainerDefinitionProperty,
    'mode' | 'modelDataUrl' | 'modelDataSource' | 'modelPackageName' | 'multiModelConfig'
  >;
  readonly environment: Record<string, string>;
  /** The objects that the endpoint's role must be able to read. If models are published under a prefix, these are all their versions. */
  readonly location: ReadableLocation;
  /** Key that encrypts the bucket. */
  readonly bucketKey?: IKey;
  /** Hash that changes with the content. */
  readonly contentHash: string;
  /** Human-readable list of the content. Undefined for data that was already in S3. */
  readonly listing?: string[];
  /** Size of the unpacked files. Undefined if not known. */
  readonly bytes?: number;
  /** Custom resource that publishes the content, which means that it writes the content to S3. */
  readonly publication?: CustomResource;
}
