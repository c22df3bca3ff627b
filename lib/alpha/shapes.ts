import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

/*
 * What the adapters use of @aws-cdk/aws-sagemaker-alpha. Its classes fit these shapes in every version, so that this package
 * neither names nor loads one.
 */

/** The alpha module's `ContainerImage`. */
export interface AlphaContainerImage {
  /** The model is an instance of the alpha module's own class. An image only grants permissions to the model. */
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
