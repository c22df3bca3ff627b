import { isDeepStrictEqual } from 'util';
import { Template } from '../local/intrinsics';
import { Consequence } from './consequence';
import { Endpoint, Variant } from './endpoint';

/** What changes about the number of instances while the fleet runs, and what scaling means for the update. */
export function scalingConsequences(before: Endpoint, after: Endpoint, template: Template): Consequence[] {
  const several = after.variants.length > 1;
  return before.variants.flatMap((old): Consequence[] => {
    const fresh = after.variants.find(({ name }) => name === old.name);
    const place = several ? ` of variant ${old.name}` : '';
    return [...(fresh ? limits(old, fresh, place) : []), ...released(old, fresh, after, template)];
  });
}

function limits({ scaling: old }: Variant, { scaling: fresh }: Variant, place: string): Consequence[] {
  if (!old && !fresh) return [];
  if (!old)
    return [
      {
        about: 'scaling',
        sentence: `Scaling${place} is turned on after the update: ${fresh?.minimum} to ${fresh?.maximum} instances.`,
      },
    ];
  if (!fresh) return [{ about: 'scaling', sentence: `Scaling${place} is turned off: the running instances are kept.` }];
  return (['minimum', 'maximum'] as const)
    .filter((limit) => old[limit] !== fresh[limit])
    .map((limit) => ({
      about: 'scaling',
      sentence: `The ${limit} of scaling${place} changes from ${old[limit]} to ${fresh[limit]} while the fleet runs${narrowed(limit, old[limit], fresh[limit])}.`,
      facts: { limit, before: old[limit], after: fresh[limit] },
    }));
}

/** Application Auto Scaling brings a count within new limits (API reference, RegisterScalableTarget). */
function narrowed(limit: 'minimum' | 'maximum', before = NaN, after = NaN): string {
  if (limit === 'minimum')
    return after > before ? `: if fewer are running, instances start until there are ${after}` : '';
  return after < before ? `: if more are running, instances stop until there are ${after}` : '';
}

/** SageMaker updates no endpoint whose registered variant gets another instance type or goes (developer guide, endpoint-scaling-update). */
function released(
  old: Variant,
  fresh: Variant | undefined,
  after: Endpoint,
  { Resources = {} }: Template,
): Consequence[] {
  if (!old.scaling || (fresh && isDeepStrictEqual(old.instanceTypes, fresh.instanceTypes))) return [];
  const isReleased = Object.values(Resources).some(
    ({ Type, Properties }) => Type === 'Custom::TritonScalingRelease' && Properties?.EndpointName === after.name,
  );
  const sentence = isReleased
    ? `Scaling of variant ${old.name} is deregistered before the update and registered again after the update: the variant does not scale in between.`
    : `SageMaker rejects the update: variant ${old.name} is registered for scaling, and SageMaker allows neither a change of its instance type nor its removal before it is deregistered.`;
  return [{ about: isReleased ? 'scaling' : 'failure', sentence }];
}
