import { inLanguageOfApp } from '../../../findings/in-language-of-app';
import { rulePage } from '../../../findings/rule-page';
import { ScalingSearchOptions } from '../scaling-search-options';

/** A larger margin is a mistake, such as a percentage, and would search for fleets that no account has. */
const MAX_MARGIN = 100;

/** @throws an error if an option is out of its range */
export function checkSearchOptions(options: ScalingSearchOptions): void {
  const { asynchronous, maxInstanceCount, margin = 0, allowedMinutes = 0 } = options;
  if (asynchronous) failSearch('asynchronous', true, 'false: the search compares strategies of real-time endpoints');
  if (maxInstanceCount !== undefined && !(Number.isInteger(maxInstanceCount) && maxInstanceCount >= 1))
    failSearch('maxInstanceCount', maxInstanceCount, 'an integer of at least 1');
  if (!(margin >= 0 && margin <= MAX_MARGIN)) failSearch('margin', margin, `0 to ${MAX_MARGIN}`);
  if (!(allowedMinutes >= 0)) failSearch('allowedMinutes', allowedMinutes, 'at least 0');
}

export function failSearch(property: string, value: unknown, allowed: string): never {
  throw new Error(
    inLanguageOfApp(`ScalingSearch: ${property}: got ${value}; allowed: ${allowed} ${rulePage('sizing.fleet')}`),
  );
}
