import { error, Finding, warning, prefixFields } from '../findings/finding';
import { checkNumberRange, Range } from '../findings/ranges';
import { nearestName } from '../findings/nearest';
import { maxRequestSeconds, RequestKind } from '../facts/invocation-limits';
import { AlarmKind, AlarmOverride } from './alarm-options';
import { isUnresolved } from '../findings/is-unresolved';

const RULE = 'cw.threshold';

/** Maximum time of a request in the queue (RequestTTLSeconds, API model of SageMaker Runtime in botocore 1.44.5). */
const MAX_QUEUE_SECONDS = 21_600;

/** Range of useful thresholds. With a threshold outside the range, the alarm would always fire, or would never fire. */
interface Bounds extends Omit<Range, 'ruleId' | 'field'> {
  readonly unit: string;
  /** A percentage below this value is probably intended as a fraction, such as 0.05 for 5 %. */
  readonly suspiciouslyLow?: number;
}

/** An error rate below 0.1 % is suspicious, because availability objectives rarely require it. */
const ERROR_RATE: Bounds = { minimum: 0, below: 100, unit: 'percent', suspiciouslyLow: 0.1 };
const UTILIZATION: Bounds = { minimum: 0, below: 100, unit: 'percent', suspiciouslyLow: 1 };
const COUNT: Bounds = { above: 0, unit: 'the count of a minute' };
/** For metrics with the values 0 and 1. */
const BOOLEAN: Bounds = { above: 0, maximum: 1, unit: 'the value 0 or 1' };

/** The bounds of each type of alarm. The bounds of latencies depend on the type of the endpoint. */
const BOUNDS: Record<AlarmKind, Bounds | ((request: RequestKind) => Bounds)> = {
  [AlarmKind.LATENCY]: latencyBounds,
  [AlarmKind.OVERHEAD_LATENCY]: latencyBounds,
  [AlarmKind.FIRST_CHUNK_LATENCY]: latencyBounds,
  [AlarmKind.SERVER_ERRORS]: ERROR_RATE,
  [AlarmKind.CLIENT_ERRORS]: ERROR_RATE,
  [AlarmKind.MID_STREAM_ERRORS]: ERROR_RATE,
  [AlarmKind.INVOCATION_FAILURES]: ERROR_RATE,
  [AlarmKind.NO_TRAFFIC]: COUNT,
  [AlarmKind.GPU_SATURATION]: UTILIZATION,
  [AlarmKind.CPU_SATURATION]: UTILIZATION,
  [AlarmKind.QUEUE_TIME]: { minimum: 0, unit: 'multiples of the compute time' },
  [AlarmKind.CAPACITY_AT_MAXIMUM]: COUNT,
  [AlarmKind.INSTANCES_MISSING]: COUNT,
  [AlarmKind.NO_CAPACITY]: COUNT,
  [AlarmKind.MODEL_CACHE_THRASH]: { above: 0, maximum: 100, unit: 'percent', suspiciouslyLow: 1 },
  [AlarmKind.MODEL_LOAD_FAILURES]: COUNT,
  [AlarmKind.BACKLOG_AGE]: { minimum: 0, below: MAX_QUEUE_SECONDS, unit: 'seconds' },
  [AlarmKind.BACKLOG_SIZE]: { minimum: 0, unit: 'requests' },
  [AlarmKind.BACKLOG_WITHOUT_CAPACITY]: BOOLEAN,
  [AlarmKind.EXPIRED_REQUESTS]: COUNT,
  [AlarmKind.DELIVERY_FAILURES]: COUNT,
  [AlarmKind.PROBE]: BOOLEAN,
  [AlarmKind.SHADOW_LATENCY]: { minimum: 0, unit: 'percent', suspiciouslyLow: 1 },
  [AlarmKind.SHADOW_ERRORS]: ERROR_RATE,
};

function latencyBounds(request: RequestKind): Bounds {
  return { above: 0, below: 1000 * maxRequestSeconds(request), unit: 'milliseconds' };
}

/** Reports unknown alarms, thresholds with which an alarm would always or never fire, and percentages that are probably fractions. */
export function checkThresholds(overrides: Record<string, AlarmOverride> = {}, request: RequestKind): Finding[] {
  return [
    ...checkKinds(Object.keys(overrides)),
    ...Object.values(AlarmKind).flatMap((kind) => {
      const { enabled, threshold } = overrides[kind] ?? {};
      if (enabled === false || threshold === undefined) return [];
      const bounds = BOUNDS[kind];
      const { unit, suspiciouslyLow = 0, ...limits } = typeof bounds === 'function' ? bounds(request) : bounds;
      const rangeFindings = checkNumberRange(threshold, { ruleId: RULE, field: 'threshold', ...limits });
      return prefixFields(kind, [
        ...rangeFindings.map((finding) => ({
          ...finding,
          message: `${finding.message}, in ${unit}; with other thresholds, the alarm would always fire, or never`,
        })),
        ...(rangeFindings.length > 0 || isUnresolved(threshold) ? [] : checkFraction(threshold, suspiciouslyLow)),
      ]);
    }),
  ];
}

function checkKinds(names: string[]): Finding[] {
  const kinds: string[] = Object.values(AlarmKind);
  return names
    .filter((name) => !kinds.includes(name))
    .map((name) => {
      const nearest = nearestName(name, kinds);
      const suggestion = nearest === undefined ? '' : `; did you mean '${nearest}'?`;
      return error(
        RULE,
        name,
        `no alarm has this name; allowed: ${kinds.map((kind) => `'${kind}'`).join(', ')}${suggestion}`,
      );
    });
}

function checkFraction(threshold: number, suspiciouslyLow: number): Finding[] {
  if (threshold <= 0 || threshold >= suspiciouslyLow) return [];
  const message = `got ${threshold} %, and the threshold is in percent; did you mean ${Number((100 * threshold).toPrecision(6))} %?`;
  return [warning(RULE, 'threshold', message)];
}
