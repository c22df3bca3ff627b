import { Duration } from 'aws-cdk-lib';
import { TrafficTrace } from '../../../measurements/traffic-trace';

const WEEK_SECONDS = 7 * 86_400;

/** A week of a trace, and the rest of the trace. */
export interface WeekOfTrace {
  readonly week: TrafficTrace;
  readonly others: readonly TrafficTrace[];
}

/** Each whole week of a trace. Empty for a trace of less than two weeks, in which no week can be compared with another. */
export function weeksOf(trace: TrafficTrace): WeekOfTrace[] {
  const { interval, requests } = trace;
  const perWeek = WEEK_SECONDS / interval.toSeconds();
  const count = Math.floor(requests.length / perWeek);
  if (count < 2) return [];
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [Math.round(index * perWeek), Math.round((index + 1) * perWeek)];
    const others = [
      [0, from],
      [to, requests.length],
    ].filter(([start, end]) => start < end);
    return { week: part(trace, from, to), others: others.map(([start, end]) => part(trace, start, end)) };
  });
}

function part({ startsAt, interval, requests }: TrafficTrace, from: number, to: number): TrafficTrace {
  const start = new Date(Date.parse(startsAt) + from * interval.toMilliseconds());
  return TrafficTrace.ofRequests(requests.slice(from, to), Duration.seconds(interval.toSeconds()), start.toISOString());
}
