import { CustomResource } from 'aws-cdk-lib';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { RegistrationFunction } from './registration-function';
import {
  DEREGISTRATION_TYPE,
  REGISTRATION_TYPE,
  RegistrationProperties,
} from '../contracts/scaling-registration-properties';

/**
 * Prevents conflicts between managed instance scaling and changes of an endpoint with inference components.
 *
 * SageMaker neither updates nor deletes an endpoint while it starts or releases instances for the copies ("Cannot update in-progress endpoint").
 * The endpoint depends on `release`, which waits until nothing changes the endpoint. `registration` depends on the endpoint, and the
 * components depend on `registration`. CloudFormation therefore deletes the components, then `registration`, which waits in the same way, and then the endpoint.
 *
 * Based on documentation only. Not tested on AWS.
 */
export class InstanceScaling extends Construct {
  /** Runs before the endpoint changes. */
  public readonly release: CustomResource;

  /** Is deleted before the endpoint. */
  public readonly registration: CustomResource;

  constructor(scope: Construct, id: string, endpoint: CfnEndpoint) {
    super(scope, id);
    const { endpointName = '', endpointConfigName } = endpoint;
    const registrationFunction = RegistrationFunction.of(this);
    registrationFunction.grantDescribeEndpoint(endpointName);
    const properties: RegistrationProperties = {
      EndpointName: endpointName,
      EndpointConfigName: endpointConfigName,
      Deployment: '{}',
      Variants: '[]', // Application Auto Scaling does not scale the instances
    };
    this.release = registrationFunction.createResource(this, 'Release', DEREGISTRATION_TYPE, properties);
    endpoint.node.addDependency(this.release);
    this.registration = registrationFunction.createResource(this, 'Registration', REGISTRATION_TYPE, properties);
    this.registration.node.addDependency(endpoint);
  }
}
