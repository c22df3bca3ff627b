import {
  movesInstances,
  rangeOf,
  Registration,
  RegistrationProperties,
  RELEASE,
} from '../../lib/scaling/registration-properties';
import { Template } from '../local/intrinsics';
import { propertiesOf } from '../template';
import { Consequence } from './consequence';
import { Endpoint } from './endpoint';

/**
 * Counts that the deployment brings within the limits to come before it updates the endpoint: the update retains the count that a variant has,
 * and SageMaker judges by it a strategy that moves a number of instances.
 */
export function broughtCounts(
  [before, old]: [Endpoint, Template],
  [after, fresh]: [Endpoint, Template],
): Consequence[] {
  const release = releaseOf(after, fresh);
  if (!release || !movesInstances(release.Deployment)) return [];
  const several = after.variants.length > 1;
  return registrationsOf(release).flatMap(({ variantName: variant, target }): Consequence[] => {
    const range = rangeBefore(variant, before, old);
    if (!target || !range) return [];
    const { least, most } = rangeOf(target);
    if (range.least >= least && range.most <= most) return [];
    const sentence = `Before the update, scaling is suspended, and an instance count${several ? ` of variant ${variant}` : ''} outside of the new limits, ${least} to ${most}, is changed to the nearest limit, because the update strategy moves a number of instances.`;
    return [{ about: 'countsAndWeights', sentence, facts: { variant, least, most } }];
  });
}

/** The counts that a variant may have: by scaling, or the one that it has without. */
function rangeBefore(name: string, before: Endpoint, template: Template): ReturnType<typeof rangeOf> | undefined {
  const variant = before.variants.find((each) => each.name === name);
  if (!variant) return undefined;
  const release = releaseOf(before, template);
  const target = release && registrationsOf(release).find(({ variantName }) => variantName === name)?.target;
  if (target) return rangeOf(target);
  const { count } = variant;
  return count === undefined ? undefined : { least: count, most: count };
}

function releaseOf({ name }: Endpoint, template: Template): RegistrationProperties | undefined {
  return Object.values(template.Resources ?? {})
    .filter(({ Type }) => Type === RELEASE)
    .map((resource) => propertiesOf(resource, template) as unknown as RegistrationProperties)
    .find(({ EndpointName }) => EndpointName === name);
}

function registrationsOf({ Variants }: RegistrationProperties): Registration[] {
  return JSON.parse(Variants) as Registration[];
}
