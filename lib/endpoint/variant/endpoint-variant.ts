import { CfnScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { IConstruct } from 'constructs';
import { EndpointAlarms, EndpointMetrics } from '../../monitoring';
import { IEndpointTest } from '../../smoke-test';

/** A variant of an endpoint: the models that it serves, and what watches and tests it. */
export interface IEndpointVariant extends IConstruct {
  /** Name of the variant. */
  readonly variantName: string;

  /** Metrics of the variant. */
  readonly metrics: EndpointMetrics;

  /** The SageMaker models: one, or one for each instance type that needs one of its own. */
  readonly cfnModels: CfnModel[];

  /**
   * The scalable target; undefined for a variant that does not scale. A new instance type deregisters it with all its policies, and
   * CloudFormation creates only those again whose names are new.
   */
  readonly cfnScalableTarget?: CfnScalableTarget;

  /** The alarms; a deployment rolls back on some of them. Undefined for a shadow variant. */
  readonly alarms?: EndpointAlarms;

  /** Asks the variant between deployments and during them; undefined for a shadow variant, and when it is turned off. */
  readonly probe?: IEndpointTest;

  /**
   * The test that a deployment has to pass; what depends on it waits for its success. Undefined for a shadow variant, which no request can name, and when it is turned off.
   */
  readonly smokeTest?: IEndpointTest;
}
