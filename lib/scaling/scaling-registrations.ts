import { CustomResource, Duration, Stack } from 'aws-cdk-lib';
import { CfnEndpoint, CfnEndpointConfig } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { InstanceType } from '../platform';
import { jsonText } from '../platform/json-text';
import { BoundScaling, bindScaling } from './bind-scaling';
import { RegistrationFunction } from './registration-function';
import {
  DeclaredCapture,
  RegisteredPolicy,
  Registration,
  REGISTRATION,
  RegistrationProperties,
  RELEASE,
} from './registration-properties';
import { ReplacedPolicy, scalingAlarmPrefix } from './replaced-policies';
import { Scaling } from './scaling';

/** A variant of an endpoint, and how it scales. */
export interface VariantScaling {
  /** What the scalable target and its policies are made under. */
  readonly scope: Construct;

  /** Name of the variant. */
  readonly variantName: string;

  /** Its instance type, or the ordered types of its instance pools. */
  readonly instanceTypes: InstanceType[];

  /** Instances that a deployment starts. */
  readonly initialInstanceCount: number;

  /**
   * Whether it belongs to an asynchronous endpoint.
   *
   * @default false
   */
  readonly asynchronous?: boolean;

  /** How it scales. */
  readonly scaling: Scaling;
}

/** Properties of `ScalingRegistrations`. */
export interface ScalingRegistrationsProps {
  /** The endpoint; its name must be set. */
  readonly endpoint: CfnEndpoint;

  /** All its production variants, also those that do not scale: their types decide what a later deployment has to do. */
  readonly variants: VariantScaling[];

  /**
   * What the endpoint captures.
   *
   * @default - nothing
   */
  readonly dataCapture?: CfnEndpointConfig.DataCaptureConfigProperty;
}

/**
 * Registers the variants of an endpoint as scalable, and keeps scaling and deployments out of each other's way.
 *
 * SageMaker refuses to update or delete an endpoint while scaling changes it, and to update one when the instance type of a registered
 * variant would change or the variant would go (developer guide, "Update endpoints that use auto scaling", read in November 2026). So a
 * custom resource that the endpoint depends on suspends scaling, takes such registrations away, and waits until nothing changes the
 * endpoint. One that depends on the endpoint resumes scaling and gives the registrations back. When a deployment fails, CloudFormation runs
 * both with the properties of before; whatever fails on the way, the function watches the deployment from another invocation and resumes
 * scaling when it has ended.
 *
 * The first also waits until SageMaker finds the new endpoint configuration, which it may not do right after it was created (API reference,
 * CreateEndpoint). The second also fails a deployment after which the endpoint captures what it captured before, although the template
 * declares something else: the API reference does not say whether an update that retains instance counts retains data capture, too.
 *
 * Known only from documentation: none of this has been proven on AWS.
 */
export class ScalingRegistrations extends Construct {
  /** Runs before the endpoint changes. */
  public readonly release: CustomResource;

  /** Runs after the endpoint has changed. */
  public readonly registration: CustomResource;

  constructor(scope: Construct, id: string, props: ScalingRegistrationsProps) {
    super(scope, id);
    const { endpoint, variants, dataCapture } = props;
    const endpointName = endpoint.endpointName ?? '';
    const bound = variants.map((variant) => bindScaling(variant.scope, variant.scaling, { ...variant, endpointName }));
    const stack = Stack.of(this);
    const registered = variants.map((variant, index) => registeredVariant(variant, bound[index]));
    const registrationFunction = RegistrationFunction.of(this);
    const called = variants.filter((_, index) => bound[index]?.policies.some(({ alarms }) => alarms.length > 0));
    registrationFunction.allow(
      endpointName,
      called.map(({ variantName }) => scalingAlarmPrefix(endpointName, variantName)),
    );
    const properties: RegistrationProperties = {
      EndpointName: endpointName,
      EndpointConfigName: endpoint.endpointConfigName,
      Deployment: jsonText(stack, endpoint.deploymentConfig ?? {}),
      Variants: jsonText(stack, registered),
      DataCapture: dataCapture && jsonText(stack, declaredCapture(dataCapture)),
    };
    const resource = (name: string, resourceType: string): CustomResource => {
      const made = new CustomResource(this, name, {
        resourceType,
        serviceToken: registrationFunction.handler.functionArn,
        serviceTimeout: Duration.hours(1), // both wait until nothing changes the endpoint
        properties: { ...properties },
      });
      made.node.addDependency(registrationFunction); // with its permissions, which are removed after it
      return made;
    };

    this.release = resource('Release', RELEASE);
    endpoint.node.addDependency(this.release);
    this.registration = resource('Registration', REGISTRATION);
    this.registration.node.addDependency(endpoint);
    for (const { target } of bound.filter((scaling) => scaling !== undefined)) {
      target.node.addDependency(this.registration);
    }
  }
}

function registeredVariant(variant: VariantScaling, bound: BoundScaling | undefined): Registration {
  const { variantName, instanceTypes, initialInstanceCount } = variant;
  return {
    variantName,
    instanceTypes: instanceTypes.map(({ name }) => name),
    instanceCount: initialInstanceCount,
    target: bound && {
      minCapacity: bound.target.minCapacity,
      maxCapacity: bound.target.maxCapacity,
      scheduledActions: bound.target.scheduledActions as NonNullable<Registration['target']>['scheduledActions'],
    },
    policies: bound?.policies.map(policyOf) ?? [],
  };
}

function declaredCapture(capture: CfnEndpointConfig.DataCaptureConfigProperty): DeclaredCapture {
  return { samplingPercentage: capture.initialSamplingPercentage, destination: capture.destinationS3Uri };
}

function policyOf({ policy, alarms }: ReplacedPolicy): RegisteredPolicy {
  return {
    policyName: policy.policyName,
    policyType: policy.policyType,
    targetTrackingScalingPolicyConfiguration: policy.targetTrackingScalingPolicyConfiguration,
    stepScalingPolicyConfiguration: policy.stepScalingPolicyConfiguration,
    alarmNames: alarms.length > 0 ? alarms.map(({ alarmName }) => alarmName ?? '') : undefined,
  };
}
