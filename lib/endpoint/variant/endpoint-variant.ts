import { CfnScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Metric, MetricOptions } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { IConstruct } from 'constructs';
import { EndpointAlarms } from '../../monitoring';

/** A variant of an endpoint, with its models, alarms and tests. */
export interface IEndpointVariant extends IConstruct {
  /** Name of the variant. */
  readonly variantName: string;

  /** The SageMaker models: one model, or one model for each instance type that requires a different model. */
  readonly cfnModels: CfnModel[];

  /**
   * The scalable target. Undefined for a variant that does not scale. A change of the instance type deregisters the scalable target with
   * all its policies, and CloudFormation recreates only the policies with new names.
   */
  readonly cfnScalableTarget?: CfnScalableTarget;

  /** The alarms of the variant, some of which roll back a deployment. Undefined for a shadow variant. */
  readonly alarms?: EndpointAlarms;

  /**
   * The probe, which sends requests to the variant between and during deployments. Undefined for a shadow variant, and if the probe is
   * turned off.
   */
  readonly probe?: IConstruct;

  /**
   * The smoke test that a deployment must pass. A resource that depends on the test waits until the test has passed. Undefined if the test
   * is turned off, and for a shadow variant, because a request cannot target a shadow variant.
   */
  readonly smokeTest?: IConstruct;

  /**
   * Returns a metric of the variant by the name under which SageMaker or this library publishes it. For Triton's own metrics of one model, pass
   * the dimensions EndpointName, VariantName and ModelName as `dimensionsMap`.
   *
   * @param metricName name of the metric, such as `ModelLatency`, `ProbeSuccess` or `QueueDuration`
   */
  metric(metricName: string, options?: MetricOptions): Metric;
}
