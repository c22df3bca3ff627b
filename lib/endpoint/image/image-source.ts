import { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/** What an image is in a template, once the region is known. */
export interface TritonImageConfig {
  /** The image's full name, with tag or digest. */
  readonly uri: string;

  /**
   * ARN of the repository in Amazon ECR that the execution role may pull from.
   *
   * @default - the role gets no permission to pull
   */
  readonly repositoryArn?: string;

  /**
   * Whether the image is in a Docker registry that SageMaker reaches through the endpoint's VPC.
   *
   * @default false - it is in Amazon ECR
   */
  readonly privateRegistry?: boolean;

  /**
   * Lambda function that returns the credentials for the private registry.
   *
   * @default - the registry requires no authentication
   */
  readonly credentialsFunction?: IFunction;
}

/** A place that an image comes from. */
export interface ImageSource {
  bind(scope: Construct): TritonImageConfig;
  /** Regions in which the image is published; undefined when that is not limited. */
  readonly regions?: string[];
  /** Whether the image is in a registry that is reached through the endpoint's VPC. */
  readonly privateRegistry?: boolean;
  /** The image's name as it was given; undefined when it is made here. */
  readonly uri?: string;
}
