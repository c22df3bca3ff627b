import { AspectPriority, Aspects } from 'aws-cdk-lib';
import { IConstruct } from 'constructs';

/**
 * Runs a function once, when CDK invokes the aspects of a construct: constructs can be added to the app until then.
 *
 * @param priority `AspectPriority.READONLY` for a function that runs after the aspects that change the app. Default: CDK's default
 */
export function whenAspectsRun(scope: IConstruct, run: () => void, priority?: number): void {
  Aspects.of(scope).add({ visit: (node) => (node === scope ? run() : undefined) }, { priority });
}

/**
 * Returns a function that reports whether synthesis of the app has begun. Synthesis counts as begun when CDK invokes the aspects with the
 * last priority on the scope. The library assumes that constructs and aspects add nothing to the app afterwards. A resolved token does not
 * prove that synthesis has begun, because code of the app can resolve tokens earlier.
 */
export function trackSynthesis(scope: IConstruct): () => boolean {
  let isSynthesizing = false;
  const begin = (): void => {
    isSynthesizing = true;
  };
  whenAspectsRun(scope, begin, AspectPriority.READONLY);
  return () => isSynthesizing;
}

/** Returns a function that computes a value once during synthesis. Before synthesis, the result is preliminary. */
export function computeAtSynthesis<T>(hasBegun: () => boolean, produce: () => T, preliminary: () => T): () => T {
  let cached: { readonly value: T } | undefined;
  return () => {
    if (!hasBegun()) return preliminary();
    cached ??= { value: produce() };
    return cached.value;
  };
}

/** Placeholder for a name that is not known before synthesis. */
export const KNOWN_AT_SYNTHESIS = 'known-at-synthesis';
