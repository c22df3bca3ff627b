import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

/*
 * The parts of @aws-cdk/aws-sagemaker-alpha that the adapters use. The classes in all versions of the alpha module match these interfaces,
 * so this package does not depend on a version of the module.
 */

/** The alpha module's `ContainerImage`. */
export interface AlphaContainerImage {
  /** `model` is a `Model` of the alpha module, to which the image only grants permissions. */
  bind(scope: Construct, model: never): { readonly imageName: string };
}

/** An image for the `Model` of the alpha module. */
export interface ForAlphaModel {
  bind(scope: Construct, model: IGrantable): { readonly imageName: string };
}

/** The alpha module's `InstanceType`. */
export interface AlphaInstanceType {
  toString(): string;
}

/** The alpha module's `IEndpoint` and `Endpoint`. */
export interface AlphaEndpoint {
  readonly endpointName: string;
  readonly endpointArn: string;
  readonly instanceProductionVariants?: { readonly variantName: string }[];
  grantInvoke(grantee: IGrantable): Grant;
}
