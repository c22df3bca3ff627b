import { error, Finding, warning, prefixFields } from '../findings/finding';
import { UNRESOLVED_VALUE } from '../findings/unresolved-values';
import { checkDurationRange, secondsOf } from '../findings/ranges';
import { TritonModel } from '../model';
import { maxRequestSeconds } from '../facts/invocation-limits';
import { ProbeOptions } from './probe-options';
import { SmokeTestOptions } from './smoke-test-options';
import { areZerosImplausible } from '../contracts/implausible-zeros';

/** ID of the rule for invalid options. */
const OPTIONS_RULE = 'smoke-test.options';

/** The timeout of a Lambda function, 15 minutes, minus the time to respond to CloudFormation. */
const MAX_TEST_SECONDS = 13 * 60;
/** The timeout of a custom resource, 1 hour, minus the time to respond. The test of a queue continues in further invocations of its function. */
const MAX_WAITING_TEST_SECONDS = 55 * 60;
const MAX_INTERVAL_MINUTES = 60;

/** Checks the options of a smoke test. The test of an asynchronous endpoint might have to wait for the first instance. */
export function checkSmokeTest(options: SmokeTestOptions, asynchronous = false): Finding[] {
  return prefixFields('smokeTest', [
    ...checkDurationRange(options.timeout, {
      ruleId: OPTIONS_RULE,
      field: 'timeout',
      minimum: 1,
      maximum: asynchronous ? MAX_WAITING_TEST_SECONDS : MAX_TEST_SECONDS,
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
export function checkProbe({ interval }: ProbeOptions): Finding[] {
  const range = { ruleId: 'probe.options', field: 'interval', minimum: 1, maximum: MAX_INTERVAL_MINUTES };
  const unresolved = `got ${UNRESOLVED_VALUE}; allowed: whole minutes from 1 to ${MAX_INTERVAL_MINUTES}, which the alarms' windows follow`;
  return prefixFields('probe', [
    ...(interval?.isUnresolved()
      ? [error(range.ruleId, range.field, unresolved)]
      : checkDurationRange(interval, range, 'minutes')),
  ]);
}

/** Warns about models without examples for which a generated request that contains only zeros is not meaningful. */
export function checkGeneratedRequests(models: TritonModel[]): Finding[] {
  return models
    .filter(({ examples }) => examples.length === 0)
    .flatMap(({ name, inputs }) => {
      const field = `model '${name}'.examples`;
      if (inputs.length === 0) return [warning('smoke-test.nothing-to-ask', field, NO_REQUEST)];
      const implausible = inputs.filter(({ optional, dataType, dims }) => {
        return !optional && areZerosImplausible({ dataType: dataType.kserveName, dims });
      });
      if (implausible.length === 0) return [];
      const names = implausible.map((input) => `'${input.name}' (${input.dataType.kserveName})`).join(', ');
      const message =
        `got none, and zeros are unlikely to be meaningful values for ${names}: if the model responds with an error, the smoke test reports NOT TESTED, and the ` +
        'probe sends the model no requests; add an example to the model';
      return [warning('smoke-test.zeros', field, message)];
    });
}

const NO_REQUEST =
  'got none, and the model has no inputs, so no request is sent: the smoke test reports NOT TESTED, and the probe tests nothing; add an example to the model';
