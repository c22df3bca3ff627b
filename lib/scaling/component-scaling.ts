import { CustomResource, Lazy, Stack, Token, Tokenization } from 'aws-cdk-lib';
import { CfnScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { CfnInferenceComponent } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import { bindScaling } from './bind-scaling';
import { RegistrationFunction } from './registration-function';
import {
  ComponentProperties,
  ComponentRegistrationProperties,
  ComponentReleaseProperties,
  COPY_COUNT_ATTRIBUTE,
  DEREGISTRATION_TYPE,
  REGISTRATION_TYPE,
} from '../contracts/scaling-registration-properties';
import { hasAlarms, registrationOf } from './registered-scaling';
import { scalingAlarmPrefix } from './replaced-policies';
import { VariantScaling } from './scaling-registrations';

/** Properties of `ComponentScaling`. */
export interface ComponentScalingProps {
  /** The inference component. All properties except the number of copies must be set before synthesis. */
  readonly component: CfnInferenceComponent;

  /** Name of the endpoint. */
  readonly endpointName: string;

  /** The component and its scaling strategy. `inferenceComponentName` must be set. `initialInstanceCount` is the number of copies. */
  readonly scaled: VariantScaling & Required<Pick<VariantScaling, 'inferenceComponentName'>>;
}

/**
 * Registers an inference component as a scalable target, and prevents conflicts between scaling and updates of the component.
 *
 * SageMaker rejects an update or a deletion of a component while a scaling activity is in progress ("Cannot update inference component … while
 * it is in state UPDATE_RC_IN_PROGRESS", observed by users in August 2026). An update in CloudFormation also sets the number of copies, and
 * would remove the copies that scaling has added. Two custom resources resolve these conflicts. The component depends on `release`, which
 * waits until the component is not being changed, and returns its current number of copies, with which CloudFormation updates the component.
 * `registration` depends on the component, and checks that SageMaker has not rolled back the update. Both run only if the component or its
 * scaling changes.
 *
 * `release` does not depend on the limits and policies of scaling, so that their changes do not update the component.
 *
 * CloudFormation cannot change the name or the endpoint of a component. Both changes require a component with a new logical ID.
 *
 * Based on documentation and reports of users only. Not tested on AWS.
 */
export class ComponentScaling extends Construct {
  /** Runs before the component changes: returns the current number of copies. */
  public readonly release: CustomResource;

  /** Runs after the component has changed. */
  public readonly registration: CustomResource;

  /** Scalable target of the component. Undefined without scaling. */
  public readonly target?: CfnScalableTarget;

  constructor(scope: Construct, id: string, { component, endpointName, scaled }: ComponentScalingProps) {
    super(scope, id);
    const stack = Stack.of(this);
    const { inferenceComponentName, initialInstanceCount } = scaled;
    const initialCopyCount = Tokenization.stringifyNumber(initialInstanceCount);
    const boundScaling = bindScaling(scaled.scope, scaled.scaling, { ...scaled, endpointName });
    const registrationFunction = RegistrationFunction.of(this);
    registrationFunction.grantComponentAccess(
      inferenceComponentName,
      hasAlarms(boundScaling) ? [scalingAlarmPrefix(endpointName, scaled.variantName)] : [],
    );
    const properties: ComponentProperties = {
      InferenceComponentName: inferenceComponentName,
      // Computed at synthesis, since properties can be overridden until then.
      Component: Lazy.uncachedString({ produce: () => stack.toJsonString(propertiesWithoutCopies(component)) }),
    };

    this.release = registrationFunction.createResource(this, 'Release', DEREGISTRATION_TYPE, {
      ...properties,
      InitialCopyCount: boundScaling && initialCopyCount,
    } satisfies ComponentReleaseProperties);
    const copyCount = boundScaling ? this.release.getAttString(COPY_COUNT_ATTRIBUTE) : initialCopyCount;
    component.runtimeConfig = { copyCount: boundScaling ? Token.asNumber(copyCount) : initialInstanceCount };
    component.node.addDependency(this.release);

    this.registration = registrationFunction.createResource(this, 'Registration', REGISTRATION_TYPE, {
      ...properties,
      CopyCount: copyCount,
      Scaling: stack.toJsonString(registrationOf(boundScaling)),
    } satisfies ComponentRegistrationProperties);
    this.registration.node.addDependency(component);
    this.target = boundScaling?.target;
    this.target?.node.addDependency(this.registration);
  }
}

/** The properties of a component in the template, without the number of copies. */
function propertiesWithoutCopies(component: CfnInferenceComponent): object {
  const { Resources } = Stack.of(component).resolve(component['_toCloudFormation']()) as {
    Resources: Record<string, { Properties: { RuntimeConfig?: object } }>;
  };
  return Object.values(Resources).map(({ Properties: { RuntimeConfig: _copies, ...others } }) => others)[0];
}
