import { AspectPriority, Aspects } from 'aws-cdk-lib';
import { IConstruct } from 'constructs';

/**
 * Tells whether the app's synthesis has begun: constructs and other aspects have added what they had to. Tokens are resolved after that,
 * but may be resolved before, too, by whoever is curious.
 */
export function synthesisOf(scope: IConstruct): () => boolean {
  let begun = false;
  Aspects.of(scope).add(
    {
      visit: (node) => {
        begun ||= node === scope;
      },
    },
    { priority: AspectPriority.READONLY }, // the last ones
  );
  return () => begun;
}

/** A value that is produced once, when the app is synthesized; whoever asks before gets another. */
export function atSynthesis<T>(hasBegun: () => boolean, produce: () => T, before: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => {
    if (!hasBegun()) return before();
    kept ??= { value: produce() };
    return kept.value;
  };
}

/** Stands for a name that is not known yet. */
export const NOT_YET = 'known-at-synthesis';
