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
      ...(newVariant ? limitConsequences(oldVariant, newVariant, variantSuffix(oldVariant, hasSeveral)) : []),
      ...deregistrationConsequences(oldVariant, newVariant, after, template),
    ];
  });
}

function limitConsequences(
  { scaling: before }: TemplateVariant,
  { scaling: after, component }: TemplateVariant,
  suffix: string,
): Consequence[] {
  const units = component ? 'copies' : 'instances';
  if (!before && !after) return [];
  if (!before) {
    const sentence = `Scaling${suffix} is turned on after the update: ${after?.minimum} to ${after?.maximum} ${units}.`;
    return [{ about: 'scaling', sentence }];
  }
  if (!after) return [{ about: 'scaling', sentence: `Scaling${suffix} is turned off: the running ${units} are kept.` }];
  return (['minimum', 'maximum'] as const)
    .filter((limit) => before[limit] !== after[limit])
    .map((limit) => ({
      about: 'scaling',
      sentence: `The ${limit} of scaling${suffix} changes from ${before[limit]} to ${after[limit]} while the ${component ? 'component' : 'fleet'} runs${limitEffect(limit, units, before[limit], after[limit])}.${component && limit === 'minimum' ? scaleToZeroEffect(after[limit]) : ''}`,
      facts: { limit, before: before[limit], after: after[limit] },
    }));
}

/**
 * Application Auto Scaling changes an instance count outside of new limits to the nearest limit (API reference, RegisterScalableTarget).
 */
function limitEffect(limit: 'minimum' | 'maximum', units: string, before = NaN, after = NaN): string {
  if (limit === 'minimum')
    return after > before ? `: if fewer are running, ${units} start until there are ${after}` : '';
  return after < before ? `: if more are running, ${units} stop until there are ${after}` : '';
}

/** Describes what happens when a component has no copies. Without copies, requests fail (AWS's example notebooks, read 2026-11-28). */
export function scaleToZeroEffect(minimum: number | undefined): string {
  return minimum === 0
    ? ' When the component has scaled in to 0 copies, requests fail until the first copy has started.'
    : '';
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
  if (!before.scaling || before.component || (after && isDeepStrictEqual(before.instanceTypes, after.instanceTypes)))
    return [];
  const isDeregistered = resourcesOfType(template, DEREGISTRATION_TYPE).some(
    ({ properties }) => properties.EndpointName === endpoint.name,
  );
  const sentence = isDeregistered
    ? `Scaling of variant ${before.name} is deregistered before the update and registered again after the update: the variant does not scale in between.`
    : `SageMaker rejects the update: variant ${before.name} is registered for scaling, and SageMaker allows neither a change of its instance type nor its removal before it is deregistered.`;
  return [{ about: isDeregistered ? 'scaling' : 'failure', sentence }];
}
