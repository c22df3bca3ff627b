import { CustomResource, Stack } from 'aws-cdk-lib';
import { CfnEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { BoundScaling, bindScaling } from './bind-scaling';
import { RegistrationFunction } from './registration-function';
import {
  VariantRegistration,
  REGISTRATION_TYPE,
  RegistrationProperties,
  DEREGISTRATION_TYPE,
} from '../contracts/scaling-registration-properties';
import { hasAlarms, registrationOf } from './registered-scaling';
import { scalingAlarmPrefix } from './replaced-policies';
import { ScaledVariant } from './scaled-variant';
import { Scaling } from './scaling';

/** A production variant or an inference component, and its scaling strategy. */
export interface VariantScaling extends ScaledVariant {
  /** Scope of the scalable target and its policies. */
  readonly scope: Construct;

  /** Scaling strategy. */
  readonly scaling: Scaling;
}

/** Properties of `ScalingRegistrations`. */
export interface ScalingRegistrationsProps {
  /** The endpoint. Its name must be set. */
  readonly endpoint: CfnEndpoint;

  /** All production variants. Variants without scaling are included, because later deployments compare the instance types of all variants. */
  readonly variants: VariantScaling[];
}

/**
 * Registers the variants of an endpoint as scalable targets, and prevents conflicts between scaling and deployments.
 *
 * SageMaker does not update or delete an endpoint while a scaling activity is in progress, and rejects an update that removes a registered variant
 * or changes its instance type (developer guide, "Update endpoints that use auto scaling", read in November 2026). Two custom resources resolve
 * these conflicts. The endpoint depends on `release`, which deregisters the removed and changed variants, and waits until the endpoint is not
 * being changed. `registration` depends on the endpoint, and registers the variants again. If a deployment fails, CloudFormation runs both
 * custom resources with the previous properties.
 *
 * Based on documentation only. Not tested on AWS.
 */
export class ScalingRegistrations extends Construct {
  /** Runs before the endpoint changes: deregisters variants. */
  public readonly release: CustomResource;

  /** Runs after the endpoint has changed: registers the variants again. */
  public readonly registration: CustomResource;

  constructor(scope: Construct, id: string, props: ScalingRegistrationsProps) {
    super(scope, id);
    const { endpoint, variants } = props;
    const endpointName = endpoint.endpointName ?? '';
    const boundScalings = variants.map((variant) =>
      bindScaling(variant.scope, variant.scaling, { ...variant, endpointName }),
    );
    const stack = Stack.of(this);
    const registeredVariants = variants.map((variant, index) => registeredVariant(variant, boundScalings[index]));
    const registrationFunction = RegistrationFunction.of(this);
    const variantsWithAlarms = variants.filter((_, index) => hasAlarms(boundScalings[index]));
    registrationFunction.grantEndpointAccess(
      endpointName,
      variantsWithAlarms.map(({ variantName }) => scalingAlarmPrefix(endpointName, variantName)),
    );
    const properties: RegistrationProperties = {
      EndpointName: endpointName,
      EndpointConfigName: endpoint.endpointConfigName,
      Deployment: stack.toJsonString(endpoint.deploymentConfig ?? {}),
      Variants: stack.toJsonString(registeredVariants),
    };
    this.release = registrationFunction.createResource(this, 'Release', DEREGISTRATION_TYPE, properties);
    endpoint.node.addDependency(this.release);
    this.registration = registrationFunction.createResource(this, 'Registration', REGISTRATION_TYPE, properties);
    this.registration.node.addDependency(endpoint);
    for (const { target } of boundScalings.filter((scaling) => scaling !== undefined)) {
      target.node.addDependency(this.registration);
    }
  }
}

function registeredVariant(variant: VariantScaling, boundScaling: BoundScaling | undefined): VariantRegistration {
  const { variantName, instanceTypes, initialInstanceCount } = variant;
  return {
    variantName,
    instanceTypes: instanceTypes.map(({ name }) => name),
    instanceCount: initialInstanceCount,
    ...registrationOf(boundScaling),
  };
}
