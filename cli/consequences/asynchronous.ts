import { Template } from '../assembly/intrinsics';
import { TemplateEndpoint, smokeTestsOf } from '../assembly/endpoints';
import { formatDuration } from '../output/words';
import { Consequence } from './consequence';
import { differences, renameFields } from './differences';

/** The library's names of properties in `AsyncInferenceConfig`. S3 paths are omitted, because each path combines a bucket and a prefix. */
const LIBRARY_NAMES: Record<string, string> = {
  MaxConcurrentInvocationsPerInstance: 'maxConcurrentInvocationsPerInstance',
  KmsKeyId: 'outputEncryptionKey',
  SuccessTopic: 'successTopic',
  ErrorTopic: 'errorTopic',
};

/** Timeout of the smoke test (test requests during the deployment) if `smokeTest.timeout` is not set. */
const DEFAULT_TIMEOUT_SECONDS = 55 * 60;

/** Describes the changes to the asynchronous inference configuration, as phrases. */
export function asyncConfigChanges(before: unknown, after: unknown): string[] {
  if (!before) return ['the endpoint becomes asynchronous'];
  if (!after) return ['the endpoint is no longer asynchronous'];
  return renameFields(differences(before, after), LIBRARY_NAMES);
}

/**
 * Describes an update of an asynchronous endpoint that may have scaled in to zero instances: the update retains the instance count of a
 * variant that scales, even if the count is zero (API reference, RetainAllVariantProperties).
 */
export function scaledToZeroConsequences(
  before: TemplateEndpoint,
  after: TemplateEndpoint,
  template: Template,
): Consequence[] {
  const mayBeZero = before.variants.some(({ scaling }) => scaling?.minimum === 0);
  if (!mayBeZero || !after.config.AsyncInferenceConfig) return [];
  const smokeTestSeconds = timeoutOf(after, template);
  const smokeTest =
    smokeTestSeconds === undefined
      ? 'There is also no smoke test: only the first requests show whether the new version works.'
      : `The smoke test then causes the first instance to start, and fails the deployment if the responses are incorrect or do not arrive within ${formatDuration(smokeTestSeconds)}.`;
  const sentence = `If no instance runs when the update begins, the update starts none, and no rollback alarm has data. ${smokeTest}`;
  return [{ about: 'waiting', sentence, facts: { smokeTestSeconds } }];
}

/** The timeout of the smoke test in seconds; undefined if the endpoint has no smoke test. */
function timeoutOf(endpoint: TemplateEndpoint, template: Template): number | undefined {
  const [test] = smokeTestsOf(endpoint, template);
  if (!test) return undefined;
  const { timeoutSeconds = DEFAULT_TIMEOUT_SECONDS } = JSON.parse(String(test.Spec)) as {
    timeoutSeconds?: number;
  };
  return timeoutSeconds;
}
