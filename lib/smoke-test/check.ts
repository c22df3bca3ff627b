import { error, Finding, warning, within } from '../findings/finding';
import { LATE_VALUE } from '../findings/late-value';
import { countWithin, durationWithin, secondsOf } from '../findings/ranges';
import { TritonModel } from '../model';
import { longestRequest } from '../platform/longest-request';
import { ProbeOptions } from './probe-options';
import { SmokeTestOptions } from './smoke-test-options';
import { zerosMeanNothing } from './zeros';

const SMOKE_TEST = 'smoke-test.options';

/** What of a function's 15 minutes is left for the container's log and CloudFormation. */
const LONGEST_TEST_SECONDS = 13 * 60;
/** What of CloudFormation's hour is left for the same, where one invocation of the function goes on in the next. */
const LONGEST_QUEUED_TEST_SECONDS = 55 * 60;
const LONGEST_INTERVAL_MINUTES = 60;

/**
 * What a smoke test could not do.
 *
 * @param isQueued whether requests wait in the queue of an asynchronous endpoint, which may have to start its first instance
 */
export function checkSmokeTest(options: SmokeTestOptions, models: TritonModel[], isQueued: boolean): Finding[] {
  const atLeast = (minimum: number, property: keyof SmokeTestOptions): Finding[] =>
    countWithin(options[property] as number | undefined, { ruleId: SMOKE_TEST, field: property, minimum });
  return within('smokeTest', [
    ...(options.requests ?? []).flatMap((request, index) =>
      within(
        `requests[${index}]`,
        models.flatMap((model) => request._check(model)),
      ),
    ),
    ...atLeast(0, 'measuredRequests'),
    ...atLeast(1, 'concurrentRequests'),
    ...atLeast(0, 'warmupRequests'),
    ...atLeast(1, 'sampledModels'),
    ...durationWithin(options.timeout, {
      ruleId: SMOKE_TEST,
      field: 'timeout',
      minimum: 1,
      maximum: isQueued ? LONGEST_QUEUED_TEST_SECONDS : LONGEST_TEST_SECONDS,
    }),
    ...checkPatience(options),
  ]);
}

/** A test that may fail before SageMaker ends its first request, which may have to load what the others find loaded. */
function checkPatience({ timeout }: SmokeTestOptions): Finding[] {
  const seconds = secondsOf(timeout) ?? Infinity;
  const least = longestRequest().toSeconds();
  if (seconds < 1 || seconds >= least) return [];
  const message = `got ${seconds} seconds, and SageMaker waits up to ${least} seconds for a response: a slow first request fails the deployment; set at least ${least} seconds`;
  return [warning('smoke-test.timeout', 'timeout', message)];
}

/** What a probe could not do. */
export function checkProbe({ interval, plannedLatency }: ProbeOptions): Finding[] {
  const range = { ruleId: 'probe.options', field: 'interval', minimum: 1, maximum: LONGEST_INTERVAL_MINUTES };
  const late = `got ${LATE_VALUE}; allowed: whole minutes from 1 to ${LONGEST_INTERVAL_MINUTES}, which the alarms' windows follow`;
  const noLatency = plannedLatency && !plannedLatency.isUnresolved() && plannedLatency.toMilliseconds() <= 0;
  return within('probe', [
    ...(interval?.isUnresolved()
      ? [error(range.ruleId, range.field, late)]
      : durationWithin(interval, range, 'minutes')),
    ...(noLatency ? [error('probe.options', 'plannedLatency', 'got 0; allowed: more than 0')] : []),
  ]);
}

/** Models that the smoke test cannot judge by a request that it makes itself. */
export function checkModelsToAsk(models: TritonModel[], { requests = [] }: SmokeTestOptions = {}): Finding[] {
  return models
    .filter(({ examples }) => examples.length === 0)
    .flatMap(({ name, inputs }) => {
      const field = `model '${name}'.examples`;
      if (inputs.length === 0) return [warning('smoke-test.nothing-to-ask', field, NOTHING_TO_ASK)];
      const odd = inputs.filter(({ optional, dataType, dims }) => {
        return !optional && zerosMeanNothing({ dataType: dataType.kserveName, dims });
      });
      if (requests.length > 0 || odd.length === 0) return [];
      const names = odd.map((input) => `'${input.name}' (${input.dataType.kserveName})`).join(', ');
      const message =
        `got none, and zeros are unlikely to be meaningful values for ${names}: if the model responds with an error, the smoke test reports NOT TESTED, and the ` +
        'probe sends the model no requests; add an example to the model';
      return [warning('smoke-test.zeros', field, message)];
    });
}

const NOTHING_TO_ASK =
  'got none, and the model has no inputs, so no request is sent: the smoke test reports NOT TESTED, and the probe tests nothing; add an example to the model';
