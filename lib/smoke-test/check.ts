import { error, Finding, warning, within } from '../findings/finding';
import { countWithin, durationWithin } from '../findings/ranges';
import { TritonModel } from '../model';
import { ProbeOptions } from './probe-options';
import { SmokeTestOptions } from './smoke-test-options';

const SMOKE_TEST = 'smoke-test.options';

/** What of a function's 15 minutes is left for the container's log and CloudFormation. */
const LONGEST_TEST_SECONDS = 13 * 60;
const LONGEST_INTERVAL_MINUTES = 60;

/** What a smoke test could not do. */
export function checkSmokeTest(options: SmokeTestOptions, models: TritonModel[]): Finding[] {
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
      maximum: LONGEST_TEST_SECONDS,
    }),
  ]);
}

/** What a probe could not do. */
export function checkProbe({ interval, plannedLatency }: ProbeOptions): Finding[] {
  const range = { ruleId: 'probe.options', field: 'interval', minimum: 1, maximum: LONGEST_INTERVAL_MINUTES };
  const late = `got a value that is only known at deploy time; allowed: whole minutes from 1 to ${LONGEST_INTERVAL_MINUTES}, which the alarms' windows follow`;
  const noLatency = plannedLatency && !plannedLatency.isUnresolved() && plannedLatency.toMilliseconds() <= 0;
  return within('probe', [
    ...(interval?.isUnresolved()
      ? [error(range.ruleId, range.field, late)]
      : durationWithin(interval, range, 'minutes')),
    ...(noLatency ? [error('probe.options', 'plannedLatency', 'got 0; allowed: more than 0')] : []),
  ]);
}

/** Models that no request can be made for. */
export function checkModelsToAsk(models: TritonModel[]): Finding[] {
  const message = 'the model names neither inputs nor examples, so no request is made; give it one of them';
  return models
    .filter(({ inputs, examples }) => inputs.length === 0 && examples.length === 0)
    .map(({ name }) => warning('smoke-test.nothing-to-ask', `model '${name}'.examples`, message));
}
