import { Token } from 'aws-cdk-lib';
import { CfnScalableTarget, CfnScalingPolicy, ScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Construct } from 'constructs';
import { NamedVariant, Policy } from './policy';
import { SCALABLE_DIMENSION, SERVICE_NAMESPACE } from './registration-properties';
import { ScalingCapacity, ScheduledCapacity } from './scaling-props';
import { renderActions } from './schedule';

/** What a strategy became in a template. */
export interface BoundScaling {
  readonly target: CfnScalableTarget;
  readonly policies: CfnScalingPolicy[];
}

/**
 * Registers a variant and attaches the policies. Their names and ids have the instance types in them: a change of type takes the
 * registration away with all policies, and only a new name makes CloudFormation create them again.
 *
 * The target's id has not: its physical id is that of the variant, and CloudFormation refuses a second logical id with the same physical
 * one ("already exists in stack", sbstjn/serverless-dynamodb-autoscaling#16, aws/aws-cdk#12253).
 */
export function bindScaling(
  scope: Construct,
  variant: NamedVariant,
  capacity: ScalingCapacity,
  policies: Policy[],
  actions: ScheduledCapacity[],
): BoundScaling {
  const target = new CfnScalableTarget(scope, 'ScalableTarget', {
    serviceNamespace: SERVICE_NAMESPACE,
    scalableDimension: SCALABLE_DIMENSION,
    resourceId: `endpoint/${variant.endpointName}/variant/${variant.variantName}`,
    minCapacity: capacity.minCapacity ?? variant.initialInstanceCount,
    maxCapacity: capacity.maxCapacity,
    scheduledActions: actions.length > 0 ? renderActions(actions) : undefined,
  });
  const registered = ScalableTarget.fromScalableTargetAttributes(scope, 'RegisteredTarget', {
    scalableTargetId: target.ref,
    scalableDimension: SCALABLE_DIMENSION,
    serviceNamespace: SERVICE_NAMESPACE,
  });
  // No id can hold a type that is only known at deployment.
  const types = variant.instanceTypes.map(({ name }) => (Token.isUnresolved(name) ? 'AnyType' : name)).join('-');
  const names = uniqueNames(policies);
  return {
    target,
    policies: policies.flatMap((policy, index) => policy.bind(scope, `${names[index]}-${types}`, registered, variant)),
  };
}

/** Numbers the policies of one kind. */
function uniqueNames(policies: Policy[]): string[] {
  return policies.map(({ kind }, index) => {
    const before = policies.slice(0, index).filter((policy) => policy.kind === kind).length;
    return before === 0 ? kind : `${kind}${before + 1}`;
  });
}
