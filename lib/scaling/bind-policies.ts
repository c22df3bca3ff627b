import { Token } from 'aws-cdk-lib';
import { CfnScalingPolicy } from 'aws-cdk-lib/aws-applicationautoscaling';
import { Construct } from 'constructs';
import { ScalingBindOptions } from './config';
import { Policy } from './policy';

/**
 * Attaches the policies. Their names and ids have the instance types in them: a change of type takes the registration away with all
 * policies, and only a new name makes CloudFormation create them again.
 */
export function bindPolicies(scope: Construct, variant: ScalingBindOptions, policies: Policy[]): CfnScalingPolicy[] {
  // No id can hold a type that is only known at deployment.
  const types = variant.instanceTypes.map(({ name }) => (Token.isUnresolved(name) ? 'AnyType' : name)).join('-');
  const names = uniqueNames(policies);
  return policies.flatMap((policy, index) =>
    policy.bind(scope, `${names[index]}-${types}`, variant.scalableTarget, variant),
  );
}

/** Numbers the policies of one kind. */
function uniqueNames(policies: Policy[]): string[] {
  return policies.map(({ kind }, index) => {
    const before = policies.slice(0, index).filter((policy) => policy.kind === kind).length;
    return before === 0 ? kind : `${kind}${before + 1}`;
  });
}
