import { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { CfnInferenceComponent, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { IConstruct } from 'constructs';
import { EndpointAlarms } from '../../monitoring';

/** An inference component of an endpoint, with its model, alarms and tests. */
export interface IHostedInferenceComponent extends IConstruct {
  /** Name of the component, unique on its endpoint. */
  readonly componentName: string;

  /**
   * Name of the component in SageMaker, unique in the account and Region: the name of the endpoint, a hyphen and `componentName`. Requests
   * contain it as `InferenceComponentName`. It is a plain string and no reference.
   */
  readonly inferenceComponentName: string;

  /** ARN of the component. */
  readonly inferenceComponentArn: string;

  /** The alarms of the component, without the rollback alarms of its updates. Empty if monitoring is turned off. */
  readonly alarms?: EndpointAlarms;

  /** CloudWatch log group of the copies. */
  readonly logGroup: LogGroup;

  /** The SageMaker model of the copies. */
  readonly cfnModel: CfnModel;

  /** CloudFormation resource of the component, for property overrides. */
  readonly cfnInferenceComponent: CfnInferenceComponent;

  /** The scalable target. Undefined for a component that does not scale. */
  readonly cfnScalableTarget?: CfnScalableTarget;

  /**
   * The probe, which sends requests to the component. Undefined if the probe is turned off, and if the component scales in to zero copies
   * and the probe is not explicitly turned on.
   */
  readonly probe?: IConstruct;

  /** The smoke test that a deployment of the component must pass. Undefined if the test is turned off. */
  readonly smokeTest?: IConstruct;

  /**
   * Returns a metric of the component by the name under which SageMaker or this library publishes it. For Triton's own metrics of one model, pass
   * the dimensions EndpointName, VariantName (the `componentName`) and ModelName as `dimensionsMap`.
   *
   * @param metricName name of the metric, such as `ModelLatency`, `ProbeSuccess` or `QueueDuration`
   */
  metric(metricName: string, options?: MetricOptions): Metric;

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
