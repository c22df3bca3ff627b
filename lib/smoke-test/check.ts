import { error, Finding, warning, prefixFields } from '../findings/finding';
import { UNRESOLVED_VALUE } from '../findings/unresolved-values';
import { checkCountRange, checkDurationRange, secondsOf } from '../findings/ranges';
import { TritonModel } from '../model';
import { maxRequestSeconds } from '../facts/invocation-limits';
import { ProbeOptions } from './probe-options';
import { SmokeTestOptions } from './smoke-test-options';
import { areZerosImplausible } from '../contracts/implausible-zeros';

/** ID of the rule for invalid options. */
const OPTIONS_RULE = 'smoke-test.options';

/** The timeout of a Lambda function, 15 minutes, minus the time to read the container's log and to respond to CloudFormation. */
const MAX_TEST_SECONDS = 13 * 60;
/**
 * The timeout of a custom resource, 1 hour, minus the time to read the log and to respond. A test that might have to wait for the first
 * instance or copy continues in further invocations of its function.
 */
const MAX_WAITING_TEST_SECONDS = 55 * 60;
const MAX_INTERVAL_MINUTES = 60;

/**
 * Checks the options of a smoke test.
 *
 * @param mayWait whether the test might have to wait for the first instance of an asynchronous endpoint, or for the first copy of an
 * inference component that scales to zero
 */
export function checkSmokeTest(options: SmokeTestOptions, models: TritonModel[], mayWait: boolean): Finding[] {
  return prefixFields('smokeTest', [
    ...(options.requests ?? []).flatMap((request, index) =>
      prefixFields(
        `requests[${index}]`,
        models.flatMap((model) => request._check(model)),
      ),
    ),
    ...checkCountRange(options.concurrentRequests, {
      ruleId: OPTIONS_RULE,
      field: 'concurrentRequests',
      minimum: 1,
    }),
    ...checkDurationRange(options.timeout, {
      ruleId: OPTIONS_RULE,
      field: 'timeout',
      minimum: 1,
      maximum: mayWait ? MAX_WAITING_TEST_SECONDS : MAX_TEST_SECONDS,
    }),
    ...checkTimeout(options),
  ]);
}

/** Warns about a timeout that is shorter than the longest possible duration of the first request, which might have to load data. */
function checkTimeout({ timeout }: SmokeTestOptions): Finding[] {
  const seconds = secondsOf(timeout) ?? Infinity;
  const recommended = maxRequestSeconds();
  if (seconds < 1 || seconds >= recommended) return [];
  const message = `got ${seconds} seconds, and SageMaker waits up to ${recommended} seconds for a response: a slow first request fails the deployment; set at least ${recommended} seconds`;
  return [warning('smoke-test.timeout', 'timeout', message)];
}

/** Checks the options of a probe. */
export function checkProbe({ interval, plannedLatency }: ProbeOptions): Finding[] {
  const range = { ruleId: 'probe.options', field: 'interval', minimum: 1, maximum: MAX_INTERVAL_MINUTES };
  const unresolved = `got ${UNRESOLVED_VALUE}; allowed: whole minutes from 1 to ${MAX_INTERVAL_MINUTES}, which the alarms' windows follow`;
  const isZero = plannedLatency && !plannedLatency.isUnresolved() && plannedLatency.toMilliseconds() <= 0;
  return prefixFields('probe', [
    ...(interval?.isUnresolved()
      ? [error(range.ruleId, range.field, unresolved)]
      : checkDurationRange(interval, range, 'minutes')),
    ...(isZero ? [error('probe.options', 'plannedLatency', 'got 0; allowed: more than 0')] : []),
  ]);
}

/** Warns about models without examples for which a generated request that contains only zeros is not meaningful. */
export function checkGeneratedRequests(models: TritonModel[], { requests = [] }: SmokeTestOptions = {}): Finding[] {
  return models
    .filter(({ examples }) => examples.length === 0)
    .flatMap(({ name, inputs }) => {
      const field = `model '${name}'.examples`;
      if (inputs.length === 0) return [warning('smoke-test.nothing-to-ask', field, NO_REQUEST)];
      const implausible = inputs.filter(({ optional, dataType, dims }) => {
        return !optional && areZerosImplausible({ dataType: dataType.kserveName, dims });
      });
      if (requests.length > 0 || implausible.length === 0) return [];
      const names = implausible.map((input) => `'${input.name}' (${input.dataType.kserveName})`).join(', ');
      const message =
        `got none, and zeros are unlikely to be meaningful values for ${names}: if the model responds with an error, the smoke test reports NOT TESTED, and the ` +
        'probe sends the model no requests; add an example to the model';
      return [warning('smoke-test.zeros', field, message)];
    });
}

const NO_REQUEST =
  'got none, and the model has no inputs, so no request is sent: the smoke test reports NOT TESTED, and the probe tests nothing; add an example to the model';
