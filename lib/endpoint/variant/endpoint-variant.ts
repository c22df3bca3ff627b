import { CfnScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { IConstruct } from 'constructs';
import { EndpointAlarms } from '../../monitoring';

/** A variant of an endpoint, or an inference component, with its models, alarms and tests. */
export interface IEndpointVariant extends IConstruct {
  /** Name of the variant, or of the inference component within its endpoint. */
  readonly variantName: string;

  /** The SageMaker models: one model, or one model for each instance type that requires a different model. */
  readonly cfnModels: CfnModel[];

  /**
   * The scalable target. Undefined without scaling. A change of the instance type of a variant deregisters the scalable target with
   * all its policies, and CloudFormation recreates only the policies with new names.
   */
  readonly cfnScalableTarget?: CfnScalableTarget;

  /** The alarms, without the rollback alarms of updates. Undefined for a shadow variant. */
  readonly alarms?: EndpointAlarms;

  /**
   * The probe, which sends requests between and during deployments. Undefined for a shadow variant, if the probe is turned off, and for an
   * inference component that scales in to zero copies while the probe is not explicitly turned on.
   */
  readonly probe?: IConstruct;

  /**
   * The smoke test that a deployment must pass. A resource that depends on the test waits until the test has passed. Undefined if the test
   * is turned off, and for a shadow variant, because a request cannot target a shadow variant.
   */
  readonly smokeTest?: IConstruct;

  /**
   * Returns a metric by the name under which SageMaker or this library publishes it. For Triton's own metrics of one model, pass
   * the dimensions EndpointName, VariantName and ModelName as `dimensionsMap`.
   *
   * @param metricName name of the metric, such as `ModelLatency`, `ProbeSuccess` or `QueueDuration`
   */
  metric(metricName: string, options?: MetricOptions): Metric;
}
