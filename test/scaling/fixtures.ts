import { App, Stack } from 'aws-cdk-lib';
import { Match, Matcher, Template } from 'aws-cdk-lib/assertions';
import { InstanceType, Scaling } from '../../lib';
import { bindScaling } from '../../lib/scaling/bind-scaling';
import { ScaledVariant } from '../../lib/scaling/scaled-variant';

/** A variant with two instances of a type with one GPU. */
export function createScaledVariant(instanceTypes = [InstanceType.G5_XLARGE], initialInstanceCount = 2): ScaledVariant {
  return { variantName: 'AllTraffic', instanceTypes, initialInstanceCount };
}

/** Returns the template of a stack that contains only the scaling of one variant. */
export function scalingTemplate(
  scaling: Scaling,
  variant = createScaledVariant(),
  stack = new Stack(new App(), 'Stack'),
): Template {
  bindScaling(stack, scaling, { endpointName: 'bert', ...variant });
  return Template.fromStack(stack);
}

/** Matches the name of a policy, which ends with a hash of its content. */
export function policyNameWith(prefix: string): Matcher {
  return Match.stringLikeRegexp(`^${prefix}-[0-9a-f]{16}$`);
}

/** Returns the rule ID and field of each finding. */
export function findingsOf(scaling: Scaling, variant = createScaledVariant()): string[] {
  return scaling._check(variant).map(({ ruleId, field }) => `${ruleId} ${field}`);
}
