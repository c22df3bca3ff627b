import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { IKey } from 'aws-cdk-lib/aws-kms';
import { IBucket } from 'aws-cdk-lib/aws-s3';
import { CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct, IDependable } from 'constructs';
import { TritonModel } from '../model';
import { Finding } from '../findings/finding';
import { TargetedModel } from '../smoke-test';
import { Fleet } from './fleet';

/** What the container of a SageMaker model serves. */
export interface Content {
  /** The models that must answer; none of a container that loads its models on demand. */
  readonly models: TritonModel[];
  /** The models of a container that loads them on demand; complete when the stack is synthesized. */
  readonly targetModels?: TargetedModel[];
  /** Where SageMaker finds them. */
  readonly container: Pick<
    CfnModel.ContainerDefinitionProperty,
    'mode' | 'modelDataUrl' | 'modelDataSource' | 'multiModelConfig'
  >;
  readonly environment: Record<string, string>;
  /** What the endpoint has to be allowed to read them. */
  readonly statements: PolicyStatement[];
  /** Key that encrypts the bucket. */
  readonly bucketKey?: IKey;
  /** Changes whenever the content does. */
  readonly contentHash: string;
  /** Size of the unpacked files; undefined where nobody knows it. */
  readonly bytes?: number;
  /** What has to be deployed before the content is there. */
  readonly publication?: IDependable;
}

/** A variant before it is made. */
export interface VariantPlan {
  /** Where it stands among the properties, such as `variants[1]`; undefined for the only variant, which is the endpoint itself. */
  readonly path?: string;
  readonly fleet: Fleet;
  /** The models that must answer. */
  readonly models: TritonModel[];
  /** What each of the fleet's instance types serves; types that serve the same share one content. */
  readonly serve: (scope: Construct) => Content[];
  /** What is wrong with what it serves. */
  readonly findings: Finding[];
}

/** What an endpoint hosts: the difference between one kind of endpoint and another. */
export interface Hosting {
  readonly variants: VariantPlan[];
  readonly shadowVariants: VariantPlan[];
  readonly multiModel: boolean;
  /** Where models are published to, if users gave a bucket. */
  readonly modelBucket?: IBucket;
}
