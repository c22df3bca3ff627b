import { CfnScalingPolicy, IScalableTarget } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Construct } from 'constructs';
import { Finding } from '../findings/finding';
import { InstanceType } from '../platform';
import { ScaledVariant, ScalingTargets } from './scaled-variant';
import { isUnresolved } from '../findings/is-unresolved';

/** A variant, with the name of its endpoint. */
export interface NamedVariant extends ScaledVariant {
  readonly endpointName: string;
}

/** A part of a scaling strategy, which creates one or more policies. A strategy can have several parts, on one scalable target. */
export interface Policy {
  /** Type of the policy, such as `InvocationsPerInstance`. Part of its construct ID and its name. */
  readonly kind: string;
  readonly targets: ScalingTargets;
  /** What the metric of the policy is about. Undefined if the policy can scale both. */
  readonly scales?: 'instances' | 'copies';
  /** Identifies the metric of a target-tracking policy. Application Auto Scaling accepts one such policy per metric. */
  readonly trackedMetric?: string;
  /** Whether the policy can start the first instance of a variant with zero instances. */
  readonly startsFromZero?: boolean;
  /** Reports values that Application Auto Scaling would reject. */
  check(variant: ScaledVariant): Finding[];
  bind(scope: Construct, id: string, target: IScalableTarget, variant: NamedVariant): CfnScalingPolicy[];
}

/**
 * Creates the policies of a variant or component. The names and IDs of a variant's policies contain the instance types. When an instance type
 * changes, the variant is deregistered, which deletes its policies, and CloudFormation creates only policies with new names. A component is
 * never deregistered.
 */
export function bindPolicies(
  scope: Construct,
  target: IScalableTarget,
  variant: NamedVariant,
  policies: Policy[],
): CfnScalingPolicy[] {
  // A construct ID cannot contain a token.
  const types = registeredTypes(variant).map(({ name }) => (isUnresolved(name) ? 'AnyType' : name));
  const names = uniqueNames(policies);
  return policies.flatMap((policy, index) => policy.bind(scope, [names[index], ...types].join('-'), target, variant));
}

/** The instance types whose change deregisters a variant. */
export function registeredTypes({ instanceTypes, inferenceComponentName }: ScaledVariant): InstanceType[] {
  return inferenceComponentName === undefined ? instanceTypes : [];
}

/** Appends a number to the second and later policies of a type. */
function uniqueNames(policies: Policy[]): string[] {
  return policies.map(({ kind }, index) => {
    const previousCount = policies.slice(0, index).filter((policy) => policy.kind === kind).length;
    return previousCount === 0 ? kind : `${kind}${previousCount + 1}`;
  });
}
