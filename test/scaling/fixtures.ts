import { App, Stack } from 'aws-cdk-lib';
import { Match, Matcher, Template } from 'aws-cdk-lib/assertions';
import { InstanceType, Scaling } from '../../lib';
import { bindScaling } from '../../lib/scaling/bind-scaling';
import { ScaledVariant } from '../../lib/scaling/scaled-variant';

/** Two instances of one type, each with one GPU. */
export function fleet(instanceTypes = [InstanceType.G5_XLARGE], initialInstanceCount = 2): ScaledVariant {
  return { variantName: 'AllTraffic', instanceTypes, initialInstanceCount };
}

export function templateOf(scaling: Scaling, scaled = fleet(), stack = new Stack(new App(), 'Stack')): Template {
  bindScaling(stack, scaling, { endpointName: 'bert', ...scaled });
  return Template.fromStack(stack);
}

/** The name of a policy, which ends with a hash of what the policy is. */
export function named(beginning: string): Matcher {
  return Match.stringLikeRegexp(`^${beginning}-[0-9a-f]{16}$`);
}

/** Rule and field of each finding. */
export function findingsOf(scaling: Scaling, scaled = fleet()): string[] {
  return scaling._check(scaled).map(({ ruleId, field }) => `${ruleId} ${field}`);
}
