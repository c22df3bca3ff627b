import { Token } from 'aws-cdk-lib';
import { Finding, warning, within } from '../findings/finding';
import { numberWithin, Range } from '../findings/ranges';
import { longestRequest, RequestKind } from '../platform/longest-request';
import { AlarmKind, AlarmOverrides } from './alarm-options';

const RULE = 'cw.threshold';

/** A request waits no longer in the queue (RequestTTLSeconds, API model of SageMaker Runtime in botocore 1.44.5). */
const LONGEST_WAIT_SECONDS = 21_600;

/** The thresholds with which an alarm neither always nor never fires, with their unit. */
interface Bounds extends Omit<Range, 'ruleId' | 'field'> {
  readonly unit: string;
  /** Percentages below this are probably meant as fractions. */
  readonly fraction?: number;
}

/** A rate of errors. Objectives on availability allow a tenth of a percent, but hardly less. */
const ERRORS: Bounds = { minimum: 0, below: 100, unit: 'percent', fraction: 0.1 };
const UTILIZATION: Bounds = { minimum: 0, below: 100, unit: 'percent', fraction: 1 };
/** An alarm that fires at this count, or below it. */
const COUNT: Bounds = { above: 0, unit: 'the count of a minute' };
/** A value that is either 0 or 1. */
const STATE: Bounds = { above: 0, maximum: 1, unit: 'the value 0 or 1' };

function boundsOf(kind: AlarmKind, request: RequestKind): Bounds {
  switch (kind) {
    case AlarmKind.LATENCY:
    case AlarmKind.FIRST_CHUNK_LATENCY:
    case AlarmKind.OVERHEAD_LATENCY:
      return { above: 0, below: longestRequest(request).toMilliseconds(), unit: 'milliseconds' };
    case AlarmKind.SERVER_ERRORS:
    case AlarmKind.CLIENT_ERRORS:
    case AlarmKind.MID_STREAM_ERRORS:
    case AlarmKind.INVOCATION_FAILURES:
      return ERRORS;
    case AlarmKind.GPU_SATURATION:
    case AlarmKind.CPU_SATURATION:
      return UTILIZATION;
    case AlarmKind.MODEL_CACHE_THRASH:
      return { above: 0, maximum: 100, unit: 'percent', fraction: 1 };
    case AlarmKind.LATENCY_DRIFT:
      return { minimum: 0, unit: 'percent', fraction: 1 };
    case AlarmKind.BACKLOG_AGE:
      return { minimum: 0, below: LONGEST_WAIT_SECONDS, unit: 'seconds' };
    case AlarmKind.BACKLOG_SIZE:
      return { minimum: 0, unit: 'requests' };
    case AlarmKind.BACKLOG_WITHOUT_CAPACITY:
    case AlarmKind.PROBE:
      return STATE;
    default:
      return COUNT;
  }
}

/** Thresholds with which alarms would always fire or never, and percentages that are probably fractions. */
export function checkThresholds(overrides: AlarmOverrides = {}, request: RequestKind): Finding[] {
  return Object.values(AlarmKind).flatMap((kind) => {
    const { enabled, threshold } = overrides[kind] ?? {};
    if (enabled === false || threshold === undefined) return [];
    const { unit, fraction = 0, ...limits } = boundsOf(kind, request);
    const outside = numberWithin(threshold, { ruleId: RULE, field: 'threshold', ...limits });
    return within(kind, [
      ...outside.map((each) => ({
        ...each,
        message: `${each.message}, in ${unit}; with other thresholds, the alarm would always fire, or never`,
      })),
      ...(outside.length > 0 || Token.isUnresolved(threshold) ? [] : checkFraction(threshold, fraction)),
    ]);
  });
}

function checkFraction(threshold: number, largest: number): Finding[] {
  if (threshold <= 0 || threshold >= largest) return [];
  const message = `got ${threshold} %, and the threshold is in percent; did you mean ${Number((100 * threshold).toPrecision(6))} %?`;
  return [warning(RULE, 'threshold', message)];
}
