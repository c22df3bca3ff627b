import { Template } from '../local/intrinsics';
import { Endpoint, isRetained, Variant } from './endpoint';

export interface CountOrWeight {
  readonly variant: string;
  readonly property: 'instanceCount' | 'weight';
  readonly before?: number;
  readonly after?: number;
  /** Whether the running variant keeps what it has, so that the app's value has no effect. */
  readonly isKept: boolean;
  /** Whether the update keeps it, and `Custom::TritonScalingRegistration` then sets the app's value. */
  readonly isSetAfterwards: boolean;
}

/** Which weights and counts an update changes, and which it keeps. */
export function countsAndWeights(before: Endpoint, after: Endpoint, template: Template): CountOrWeight[] {
  const isSet = setsCounts(after, template);
  return after.variants.flatMap((variant): CountOrWeight[] => {
    const was = before.variants.find(({ name }) => name === variant.name);
    if (!was) return [];
    const rows = [
      { property: 'instanceCount', of: ({ count }: Variant) => count, kept: isRetained(after, 'DesiredInstanceCount') },
      { property: 'weight', of: ({ weight }: Variant) => weight, kept: isRetained(after, 'DesiredWeight') },
    ] as const;
    return rows.map(({ property, of, kept }) => {
      const isSetAfterwards = kept && isSet && property === 'instanceCount' && !variant.scaling;
      const values = { before: of(was), after: of(variant) };
      return { variant: variant.name, property, ...values, isKept: kept && !isSetAfterwards, isSetAfterwards };
    });
  });
}

/** Whether the counts of variants that do not scale are set after the update. */
function setsCounts({ name, id }: Endpoint, { Resources = {} }: Template): boolean {
  return Object.values(Resources).some(
    ({ Type, Properties }) =>
      Type === 'Custom::TritonScalingRegistration' && [name, id].includes(String(Properties?.EndpointName)),
  );
}

/** Sentences on those that change, then on what is kept or overwritten without a change in the app. */
export function countSentences(all: CountOrWeight[]): string[] {
  const several = new Set(all.map(({ variant }) => variant)).size > 1;
  const of = (variant: string): string => (several ? ` of variant ${variant}` : '');
  const changed = all.filter(({ before, after }) => before !== after);
  const lines = changed.map(({ variant, property, before, after, isKept, isSetAfterwards }) => {
    const change = `The ${property}${of(variant)} changes from ${before} to ${after}`;
    if (isSetAfterwards) return `${change} after the update, while the new fleet serves requests.`;
    return isKept
      ? `The change of ${property}${of(variant)} from ${before} to ${after} has no effect: the update keeps the value of the running variant (RetainAllVariantProperties).`
      : `${change} with the new fleet.`;
  });
  const names = { instanceCount: 'instance counts', weight: 'weights' };
  const kept = (['instanceCount', 'weight'] as const).filter((name) =>
    all.some(({ property, isKept }) => property === name && isKept),
  );
  const set = (['instanceCount', 'weight'] as const).filter((name) =>
    all.some(({ property, isKept, isSetAfterwards }) => property === name && !isKept && !isSetAfterwards),
  );
  const listOf = (list: ('instanceCount' | 'weight')[]): string => list.map((name) => names[name]).join(' and ');
  if (kept.length > 0)
    lines.push(`The new fleet keeps the ${listOf(kept)} that the variants have when the update starts.`);
  if (all.some(({ isSetAfterwards }) => isSetAfterwards))
    lines.push('After the update, variants without scaling have the instance counts of the app.');
  if (set.length > 0)
    lines.push(
      `The new fleet has the ${listOf(set)} of the app; changes that were made to the running endpoint are lost.`,
    );
  return lines;
}
