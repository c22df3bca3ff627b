import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnInferenceComponent } from 'aws-cdk-lib/aws-sagemaker';
import { IEndpointVariant } from '../variant/endpoint-variant';

/** An inference component of an endpoint, with its model, alarms and tests. */
export interface IHostedInferenceComponent extends IEndpointVariant {
  /** Name of the component, unique on its endpoint. */
  readonly componentName: string;

  /**
   * Name of the component in SageMaker, unique in the account and Region: the name of the endpoint, a hyphen and `componentName`. Requests
   * contain it as `InferenceComponentName`. It is a plain string and no reference.
   */
  readonly inferenceComponentName: string;

  /** ARN of the component. */
  readonly inferenceComponentArn: string;

  /** CloudWatch log group of the copies. */
  readonly logGroup: LogGroup;

  /** CloudFormation resource of the component, for property overrides. */
  readonly cfnInferenceComponent: CfnInferenceComponent;

  /**
   * Grants permission to invoke the component (`sagemaker:InvokeEndpoint`). The resources of the statement are the component and its endpoint,
   * since the service authorization reference lists both for this action (read 2026-11-28). The statement does not include other
   * components of the endpoint.
   *
   * @param grantee the principal to grant the permission to
   */
  grantInvoke(grantee: IGrantable): Grant;

  /**
   * Grants permission to invoke the component with streamed responses (`InferenceType.GENERATE_STREAM`).
   *
   * @param grantee the principal to grant the permission to
   */
  grantInvokeWithResponseStream(grantee: IGrantable): Grant;
}
