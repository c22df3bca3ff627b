import { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/** The configuration of an image for the Region of a stack. */
export interface TritonImageConfig {
  /** Full name of the image, including the tag or digest. */
  readonly uri: string;

  /**
   * ARN of the Amazon ECR repository from which the execution role is allowed to pull.
   *
   * @default - the role gets no permission to pull
   */
  readonly repositoryArn?: string;

  /**
   * Whether the image is in a Docker registry that SageMaker accesses through the VPC of the endpoint.
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
