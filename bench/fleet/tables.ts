import { meanOver, Minute, Outcome, spreadOf } from './minutes';
import { MeasuredOutcome } from './measure';
import { Scenario } from './scenarios';
import { SimulatedOutcome } from './simulate';

/** A measurement of a scenario, and the simulation with its requests. */
export interface Comparison {
  readonly scenario: Scenario;
  readonly simulated: SimulatedOutcome;
  readonly measured: MeasuredOutcome;
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: (string | number)[][]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** The minutes of a scenario. Each cell with two values has the simulated value first. */
export function minutesTable({ simulated, measured }: Comparison): string {
  const both = (valueOf: (minute: Minute) => number, minute: number): string =>
    [simulated, measured].map(({ minutes }) => Math.round(valueOf(minutes[minute]))).join(' / ');
  return table(
    ['minute', 'requests', 'instances', 'median latency (ms)', 'p95 latency (ms)', 'requests beyond the objective'],
    measured.minutes.map(({ requests }, minute) => [
      minute,
      requests,
      both(({ servingInstances }) => servingInstances, minute),
      both(({ median }) => median, minute),
      both(({ p95 }) => p95, minute),
      both(({ requestsBeyondObjective }) => requestsBeyondObjective, minute),
    ]),
  );
}

/** The totals of all measurements. */
export function totalsTable(comparisons: readonly Comparison[]): string {
  return table(
    [
      'scenario',
      'minutes beyond the objective',
      'requests beyond the objective',
      'instance hours',
      'requests sent late (ms, p99 and maximum)',
    ],
    comparisons.map(({ scenario, simulated, measured }) => [
      scenario.name,
      `${simulated.minutesBeyondObjective} / ${measured.minutesBeyondObjective}`,
      `${Math.round(simulated.requestsBeyondObjective)} / ${measured.requestsBeyondObjective}`,
      `${simulated.instanceHours.toFixed(2)} / ${measured.instanceHours.toFixed(2)}`,
      `${measured.latenessP99.toFixed(1)}, ${measured.latest.toFixed(1)}`,
    ]),
  );
}

const percent = (fraction: number): string => (Number.isNaN(fraction) ? '' : `${(100 * fraction).toFixed(1)} %`);

const LATENCY_COLUMNS = ['median', 'p95', 'median in overload', 'p95 in overload'];

/** A value for each of the columns of latencies. */
function latencyCells(
  { isOverloaded }: SimulatedOutcome,
  valueOf: (meanOf: (outcome: Outcome) => number) => number,
): string[] {
  return [false, true].flatMap((overloaded) =>
    (['median', 'p95'] as const).map((latency) =>
      percent(valueOf(({ minutes }) => meanOver(minutes, latency, (minute) => isOverloaded[minute] === overloaded))),
    ),
  );
}

/** The deviations of the simulated latencies from the measured latencies. */
export function deviationsTable(comparisons: readonly Comparison[]): string {
  return table(
    ['scenario', ...LATENCY_COLUMNS],
    comparisons.map(({ scenario, simulated, measured }) => [
      scenario.name,
      ...latencyCells(simulated, (meanOf) => meanOf(simulated) / meanOf(measured) - 1),
    ]),
  );
}

/** The spread of the measurements of each scenario that was measured several times. */
export function spreadTable(comparisons: readonly Comparison[]): string {
  const names = [...new Set(comparisons.map(({ scenario }) => scenario.name))];
  return table(
    ['scenario', 'measurements', ...LATENCY_COLUMNS],
    names.flatMap((name) => {
      const rounds = comparisons.filter(({ scenario }) => scenario.name === name);
      const cells = (): string[] =>
        latencyCells(rounds[0].simulated, (meanOf) => spreadOf(rounds.map(({ measured }) => meanOf(measured))));
      return rounds.length > 1 ? [[name, rounds.length, ...cells()]] : [];
    }),
  );
}
