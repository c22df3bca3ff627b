import { isDeepStrictEqual } from 'util';
import { DEREGISTRATION_TYPE } from '../../lib/contracts/scaling-registration-properties';
import { TemplateEndpoint, TemplateVariant } from '../assembly/endpoints';
import { Template } from '../assembly/intrinsics';
import { resourcesOfType } from '../assembly/template';
import { Consequence, variantSuffix } from './consequence';

/** Describes the changes to the scaling limits, and how scaling affects the update. */
export function scalingConsequences(
  before: TemplateEndpoint,
  after: TemplateEndpoint,
  template: Template,
): Consequence[] {
  const hasSeveral = after.variants.length > 1;
  return before.variants.flatMap((oldVariant): Consequence[] => {
    const newVariant = after.variants.find(({ name }) => name === oldVariant.name);
    return [
      ...(newVariant ? limitConsequences(oldVariant, newVariant, variantSuffix(oldVariant.name, hasSeveral)) : []),
      ...deregistrationConsequences(oldVariant, newVariant, after, template),
    ];
  });
}

function limitConsequences(
  { scaling: before }: TemplateVariant,
  { scaling: after }: TemplateVariant,
  suffix: string,
): Consequence[] {
  if (!before && !after) return [];
  if (!before)
    return [
      {
        about: 'scaling',
        sentence: `Scaling${suffix} is turned on after the update: ${after?.minimum} to ${after?.maximum} instances.`,
      },
    ];
  if (!after)
    return [{ about: 'scaling', sentence: `Scaling${suffix} is turned off: the running instances are kept.` }];
  return (['minimum', 'maximum'] as const)
    .filter((limit) => before[limit] !== after[limit])
    .map((limit) => ({
      about: 'scaling',
      sentence: `The ${limit} of scaling${suffix} changes from ${before[limit]} to ${after[limit]} while the fleet runs${limitEffect(limit, before[limit], after[limit])}.`,
      facts: { limit, before: before[limit], after: after[limit] },
    }));
}

/**
 * Application Auto Scaling changes an instance count outside of new limits to the nearest limit (API reference, RegisterScalableTarget).
 */
function limitEffect(limit: 'minimum' | 'maximum', before = NaN, after = NaN): string {
  if (limit === 'minimum')
    return after > before ? `: if fewer are running, instances start until there are ${after}` : '';
  return after < before ? `: if more are running, instances stop until there are ${after}` : '';
}

/**
 * Describes how the update handles a variant that is registered for scaling. SageMaker rejects an update that removes such a variant, or
 * changes its instance type (developer guide, endpoint-scaling-update).
 */
function deregistrationConsequences(
  before: TemplateVariant,
  after: TemplateVariant | undefined,
  endpoint: TemplateEndpoint,
  template: Template,
): Consequence[] {
  if (!before.scaling || (after && isDeepStrictEqual(before.instanceTypes, after.instanceTypes))) return [];
  const isDeregistered = resourcesOfType(template, DEREGISTRATION_TYPE).some(
    ({ properties }) => properties.EndpointName === endpoint.name,
  );
  const sentence = isDeregistered
    ? `Scaling of variant ${before.name} is deregistered before the update and registered again after the update: the variant does not scale in between.`
    : `SageMaker rejects the update: variant ${before.name} is registered for scaling, and SageMaker allows neither a change of its instance type nor its removal before it is deregistered.`;
  return [{ about: isDeregistered ? 'scaling' : 'failure', sentence }];
}
