import { chartStatement, COLORS } from '../output/chart-page';
import { jsonForScript } from '../output/html-document';
import type { Comparison } from './compare';
import { isFixed } from './describe-scaling';
import { Period, periodsOf, tickTimes } from './series';
import { ChartParts, LOWEST, TIME_STATEMENTS, withTime } from './time-chart';

const LOAD = '#c9d1d9';
const SERVING = '#0b6e4f';
const REQUESTED = '#1f6feb';
const LATENCY = '#8250df';
const VIOLATED = 'rgba(209, 73, 91, 0.22)';
/** If the highest latency is more than this multiple of the objective, a linear axis would hide the objective. */
const MAX_LINEAR_MULTIPLE = 6;
/** End of the logarithmic axis. SageMaker ends requests after 60 seconds, so how much longer they would wait is not relevant. */
const LONGEST_MILLISECONDS = 60_000;

type XY = { readonly x: number; readonly y?: number | null };

/** The JavaScript that draws the charts of the page over time. */
export function renderCharts(comparison: Comparison): string {
  const { options, shown } = comparison;
  const { trace, latencyObjective } = options;
  const periods = periodsOf(shown.simulation.minutes, trace.startsAt, latencyObjective._milliseconds);
  const start = periods[0].time;
  const end = start + trace.requests.length * trace.interval.toMilliseconds();
  return [
    TIME_STATEMENTS,
    `const ticks = ${jsonForScript(tickTimes(start, end))};`,
    ...Object.entries({
      instances: instanceChart(periods),
      latency: latencyChart(comparison, periods),
      cost: costChart(comparison, periods),
    }).map(([canvas, config]) => chartStatement(canvas, withTime(config, start, end))),
  ].join('\n');
}

const title = (text: string): object => ({ display: true, text });
const pointsOf = (periods: Period[], valueOf: (period: Period) => number | undefined): XY[] =>
  periods.map((period) => ({ x: period.time, y: valueOf(period) ?? null }));

function instanceChart(periods: Period[]): ChartParts {
  const line = { stepped: 'before', yAxisID: 'y' };
  return {
    datasets: [
      {
        label: 'serving',
        data: pointsOf(periods, ({ serving }) => serving),
        borderColor: SERVING,
        backgroundColor: SERVING,
        ...line,
      },
      {
        label: 'requested by autoscaling',
        data: pointsOf(periods, ({ desired }) => desired),
        ...{ borderColor: REQUESTED, backgroundColor: REQUESTED, borderDash: [4, 3], ...line },
      },
      {
        label: 'requests per second',
        data: pointsOf(periods, ({ rate }) => rate),
        ...{
          borderColor: LOAD,
          backgroundColor: 'rgba(201, 209, 217, 0.45)',
          fill: true,
          pointStyle: 'rect',
          yAxisID: 'load',
        },
      },
    ],
    y: { beginAtZero: true, grace: '10%', ticks: { precision: 0 }, title: title('instances') },
    axes: {
      load: { position: 'right', beginAtZero: true, grid: { display: false }, title: title('requests per second') },
    },
  };
}

function latencyChart({ options }: Comparison, periods: Period[]): ChartParts {
  const { statistic, _milliseconds: limit } = options.latencyObjective;
  const highest = Math.max(...periods.map(({ high = 0 }) => high));
  const isLogarithmic = highest > MAX_LINEAR_MULTIPLE * limit;
  const hasViolations = periods.some(({ violatedMinutes }) => violatedMinutes > 0);
  const band = { borderWidth: 0, backgroundColor: 'rgba(130, 80, 223, 0.25)' };
  return {
    datasets: [
      {
        label: `${statistic}, usual run`,
        data: pointsOf(periods, ({ latency }) => latency),
        borderColor: LATENCY,
        backgroundColor: LATENCY,
      },
      { label: LOWEST, data: pointsOf(periods, ({ low }) => low), ...band, fill: false },
      {
        label: 'range of the runs',
        data: pointsOf(periods, ({ high }) => high),
        ...band,
        fill: '-1',
        pointStyle: 'rect',
      },
      {
        label: `objective, ${limit} ms`,
        data: pointsOf(periods, () => limit),
        ...{ borderColor: COLORS.objective, backgroundColor: COLORS.objective, borderDash: [6, 4] },
      },
      ...(hasViolations
        ? [
            {
              label: 'minutes that violate it',
              data: pointsOf(periods, ({ violatedMinutes }) => violatedMinutes),
              ...{
                stepped: 'before',
                fill: true,
                borderWidth: 0,
                backgroundColor: VIOLATED,
                pointStyle: 'rect',
                yAxisID: 'violated',
              },
            },
          ]
        : []),
    ],
    y: isLogarithmic
      ? {
          type: 'logarithmic',
          max: LONGEST_MILLISECONDS < highest ? LONGEST_MILLISECONDS : undefined,
          title: title(`${statistic} latency, ms (logarithmic)`),
        }
      : { beginAtZero: true, suggestedMax: 1.2 * limit, title: title(`${statistic} latency, ms`) },
    // A period with a violation fills the whole height, however few of its minutes violate the objective.
    axes: hasViolations ? { violated: { display: false, min: 0, max: 0.001 } } : {},
  };
}

function costChart({ shown, fixedFleet, usdPerHour }: Comparison, periods: Period[]): ChartParts {
  const factor = usdPerHour ?? 1;
  const start = periods[0].time;
  const periodHours = ((periods[1]?.time ?? start + 60_000) - start) / 3_600_000;
  return {
    datasets: [
      {
        label: shown.name,
        data: pointsOf(periods, ({ instanceHours }) => instanceHours * factor),
        ...{ borderColor: SERVING, backgroundColor: 'rgba(11, 110, 79, 0.15)', fill: true },
      },
      ...(isFixed(shown.properties)
        ? []
        : [
            {
              label: `fixed fleet of ${fixedFleet.instanceCount}`,
              data: periods.map(({ time }) => ({
                x: time,
                y: fixedFleet.instanceCount * ((time - start) / 3_600_000 + periodHours) * factor,
              })),
              ...{ borderColor: COLORS.violates, backgroundColor: COLORS.violates, borderDash: [6, 4] },
            },
          ]),
    ],
    y: { beginAtZero: true, title: title(usdPerHour === undefined ? 'instance hours' : 'USD') },
  };
}
