import { Template } from '../local/intrinsics';
import { Consequence, duration } from './consequence';
import { differences } from './differences';
import { Endpoint } from './endpoint';
import { smokeTestsOf } from './smoke-tests';

/** What the library calls the properties of `AsyncInferenceConfig`; paths in S3 are of bucket and prefix together. */
const NAMES: Record<string, string> = {
  MaxConcurrentInvocationsPerInstance: 'maxConcurrentInvocationsPerInstance',
  KmsKeyId: 'outputEncryptionKey',
  SuccessTopic: 'successTopic',
  ErrorTopic: 'errorTopic',
  IncludeInferenceResponseIn: 'responseInNotifications',
};

/** How long the smoke test waits where `smokeTest.timeout` is not set. */
const DEFAULT_TIMEOUT_SECONDS = 55 * 60;

/** What changes about a queue, as phrases. */
export function queueReasons(before: unknown, after: unknown): string[] {
  if (!before) return ['the endpoint becomes asynchronous'];
  if (!after) return ['the endpoint is no longer asynchronous'];
  return differences(before, after).map((phrase) =>
    phrase.replace(/^[\w.]+/, (path) => {
      const name = path.slice(path.lastIndexOf('.') + 1);
      return NAMES[name] ?? name;
    }),
  );
}

/** An update retains the number of instances of a variant that scales, be it zero (API reference, RetainAllVariantProperties). */
export function fromZeroConsequences(before: Endpoint, after: Endpoint, template: Template): Consequence[] {
  const mayHaveNone = before.variants.some(({ scaling }) => scaling?.minimum === 0);
  if (!mayHaveNone || !after.config.AsyncInferenceConfig) return [];
  const smokeTestSeconds = timeoutOf(after, template);
  const test =
    smokeTestSeconds === undefined
      ? 'There is also no smoke test: only the first requests show whether the new version works.'
      : `The smoke test then causes the first instance to start, and fails the deployment if the responses are incorrect or do not arrive within ${duration(smokeTestSeconds)}.`;
  const sentence = `If no instance runs when the update begins, the update starts none, and no rollback alarm has data. ${test}`;
  return [{ about: 'waiting', sentence, facts: { smokeTestSeconds } }];
}

/** Undefined without a smoke test. */
function timeoutOf(endpoint: Endpoint, template: Template): number | undefined {
  const [test] = smokeTestsOf(endpoint, template);
  if (!test) return undefined;
  const { timeoutSeconds = DEFAULT_TIMEOUT_SECONDS } = JSON.parse(String(test.Spec)) as {
    timeoutSeconds?: number;
  };
  return timeoutSeconds;
}
