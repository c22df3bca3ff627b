import { Resource } from 'aws-cdk-lib';
import { CfnScalableTarget, IScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Construct } from 'constructs';
import { reportFindings } from '../findings/report';
import { checkConfig } from './check';
import { NamedVariant } from './policy';
import { SCALABLE_DIMENSION, SERVICE_NAMESPACE } from './registration-properties';
import { ReplacedPolicy, replacePolicies } from './replaced-policies';
import { Scaling } from './scaling';
import { renderActions } from './schedule';

/** What a strategy became in a template. */
export interface BoundScaling {
  readonly target: CfnScalableTarget;
  readonly policies: ReplacedPolicy[];
}

/**
 * Registers a variant and attaches the policies of its strategy; undefined for a variant that does not scale.
 *
 * The target's id has no instance types in it, unlike the policies': its physical id is that of the variant, and CloudFormation refuses a
 * second logical id with the same physical one ("already exists in stack", sbstjn/serverless-dynamodb-autoscaling#16, aws/aws-cdk#12253).
 */
export function bindScaling(scope: Construct, scaling: Scaling, variant: NamedVariant): BoundScaling | undefined {
  if (!scaling._scales) return undefined;
  const { initialInstanceCount } = variant;
  const target = new CfnScalableTarget(scope, 'ScalableTarget', {
    serviceNamespace: SERVICE_NAMESPACE,
    scalableDimension: SCALABLE_DIMENSION,
    resourceId: `endpoint/${variant.endpointName}/variant/${variant.variantName}`,
    minCapacity: initialInstanceCount,
    maxCapacity: initialInstanceCount,
  });
  const scalableTarget = new RegisteredTarget(scope, 'RegisteredTarget', target.ref);
  const { endpointName, variantName, instanceTypes, gpuCount, asynchronous } = variant;
  const config = scaling.bind(scope, {
    ...{ endpointName, variantName, initialInstanceCount, instanceTypes, gpuCount, asynchronous },
    scalableTarget,
  });
  reportFindings(scope, checkConfig(config, variant));
  const { minCapacity = initialInstanceCount, maxCapacity, policies = [], actions = [] } = config;
  target.minCapacity = minCapacity;
  target.maxCapacity = maxCapacity;
  target.scheduledActions = actions.length > 0 ? renderActions(actions) : undefined;
  return { target, policies: replacePolicies(scope, policies, variant) };
}

/**
 * The target for policies. `ScalableTarget.fromScalableTargetAttributes` makes it in newer versions of aws-cdk-lib, of which older ones know
 * only the id.
 */
class RegisteredTarget extends Resource implements IScalableTarget {
  constructor(
    scope: Construct,
    id: string,
    public readonly scalableTargetId: string,
  ) {
    super(scope, id);
  }

  public get scalableTargetRef() {
    return {
      resourceId: this.scalableTargetId,
      scalableDimension: SCALABLE_DIMENSION,
      serviceNamespace: SERVICE_NAMESPACE,
    };
  }
}
