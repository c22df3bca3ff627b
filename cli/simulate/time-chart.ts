/*
 * What the charts over time have in common: the axis, the legend and the tooltips.
 */

/** Label of the lower edge of the band. */
export const LOWEST = 'lowest run';

/** JavaScript: the labels of times in UTC, on the axis and in tooltips. Functions cannot be part of JSON, so they are plugins and defaults. */
export const TIME_STATEMENTS = `
const LOWEST = ${JSON.stringify(LOWEST)};
const inUtc = (options) => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', hourCycle: 'h23', ...options });
const day = inUtc({ weekday: 'short', day: 'numeric', month: 'short' });
const hour = inUtc({ hour: '2-digit', minute: '2-digit' });
const labelOf = (time) => (time % 86400000 === 0 ? day.format(time) : hour.format(time));
Chart.register({
  id: 'times',
  beforeInit({ options }) {
    options.scales.x.afterBuildTicks = (scale) => { scale.ticks = ticks.map((value) => ({ value })); };
    options.scales.x.ticks.callback = labelOf;
  },
});
Chart.defaults.plugins.tooltip.callbacks.title = ([item]) => day.format(item.raw.x) + ', ' + hour.format(item.raw.x) + ' UTC';
Chart.defaults.plugins.tooltip.callbacks.label = ({ dataset, raw }) => dataset.label + ': ' + Number(raw.y.toPrecision(4)).toLocaleString('en-US');
// The band consists of two lines, of which the legend shows one.
Chart.defaults.plugins.legend.labels.filter = ({ text }) => text !== LOWEST;
Chart.defaults.font.family = 'system-ui, sans-serif';`.trim();

export interface ChartParts {
  readonly datasets: object[];
  readonly y: object;
  /** Further axes. */
  readonly axes?: Record<string, object>;
}

export function withTime({ datasets, y, axes }: ChartParts, start: number, end: number): object {
  return {
    type: 'line',
    data: { datasets },
    options: {
      animation: false,
      maintainAspectRatio: false,
      parsing: false,
      normalized: true,
      interaction: { mode: 'index', intersect: false },
      plugins: { legend: { labels: { usePointStyle: true, pointStyleWidth: 24, boxHeight: 6 } } },
      elements: { point: { radius: 0, hitRadius: 8, pointStyle: 'line' }, line: { borderWidth: 1.5 } },
      scales: {
        x: { type: 'linear', min: start, max: end, ticks: { maxRotation: 0, autoSkip: true, autoSkipPadding: 12 } },
        y,
        ...axes,
      },
    },
  };
}
