/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import {
  CategoryScale,
  Chart,
  ChartDataset,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import type { DrawnDashboard, PageData, Widget } from './model.js';
import { formatNumber, measuredValue, Series, seriesOf } from './series.js';

Chart.register(LineController, LineElement, PointElement, LinearScale, CategoryScale, Legend, Tooltip, Filler);

const data = JSON.parse(document.getElementById('data')?.textContent ?? '') as PageData;
const COLOR_COUNT = 6;
let charts: Chart[] = [];

function createElement(tag: string, className: string, text = '', children: HTMLElement[] = []): HTMLElement {
  const node = document.createElement(tag);
  node.className = className;
  node.textContent = text;
  node.append(...children);
  return node;
}

function cssVariable(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function drawDashboard({ name, stack, widgets }: DrawnDashboard): HTMLElement {
  const grid = createElement('div', 'grid', '', widgets.map(drawWidget));
  return createElement('section', '', '', [
    createElement('h1', 'name', name),
    createElement('p', 'stack', `stack ${stack}`),
    grid,
  ]);
}

function drawWidget(widget: Widget): HTMLElement {
  const box = createElement('article', `widget ${widget.type}`);
  box.style.gridColumn = `${widget.x + 1} / span ${widget.width}`;
  box.style.gridRow = `${widget.y + 1} / span ${widget.height}`;
  if (widget.type !== 'text') box.append(createElement('h3', '', widget.title));
  DRAW_CONTENT[widget.type](widget, box);
  return box;
}

function drawAlarm(description: string): HTMLElement {
  const item = createElement('li', '', description);
  item.title = description;
  return item;
}

const DRAW_CONTENT: Record<Widget['type'], (widget: Widget, box: HTMLElement) => void> = {
  text: ({ text }, box) => {
    const [first, ...rest] = text.split('\n');
    box.append(createElement('h2', '', first.replace(/^#+ /, '')), createElement('p', '', rest.join(' ')));
  },
  numbers: ({ lines }, box) => {
    const numbers = lines.map((line) => {
      const value = measuredValue(line, data.measurements);
      return createElement('div', value === undefined ? 'number absent' : 'number', '', [
        createElement('b', '', value === undefined ? '–' : formatNumber(value)),
        createElement('span', '', value === undefined ? line.label : `${line.label}, measured here`),
      ]);
    });
    box.append(createElement('div', 'numbers-row', '', numbers));
  },
  alarms: ({ text }, box) => {
    box.append(createElement('ul', '', '', text.split('\n').map(drawAlarm)));
  },
  log: ({ text }, box) => {
    const query = text.replace(/^SOURCE '[^']*' \| /, '').replace(/^\| /gm, '');
    box.append(
      createElement('pre', '', query),
      createElement('p', 'note', 'Log lines appear here when the endpoint is running.'),
    );
  },
  graph: (widget, box) => {
    const series = seriesOf(widget, data.measurements);
    const measurement = series[0]?.measurement;
    box.classList.add(measurement ? 'measured' : 'placeholder');
    const source = measurement?.source.split(',')[0];
    const measuredBadge = series[0]?.isServerMetric
      ? `measured: ${source}, by the server`
      : `measured: ${source}, ${measurement?.requests.length} requests`;
    const badge = measurement ? measuredBadge : 'placeholder';
    const canvas = document.createElement('canvas');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `${widget.title}, ${badge}`);
    const frame = createElement('div', 'frame', '', [canvas]);
    if (!measurement) frame.append(createElement('span', 'stamp', 'placeholder'));
    box.append(frame);
    if (measurement) box.append(createElement('p', 'note', badge));
    charts.push(createChart(canvas, widget, series));
  },
};

function createChart(canvas: HTMLCanvasElement, widget: Widget, series: Series[]): Chart {
  const isMeasured = series.some(({ measurement }) => measurement);
  const xValues = series.flatMap(({ points }) => points.map(({ x }) => x));
  const [first, last] = [isMeasured ? 0 : Math.min(...xValues), Math.max(...xValues)];
  const isServerMetric = series.some((each) => each.isServerMetric);
  const lineStyle = isServerMetric
    ? { pointRadius: 0, borderWidth: 2, stepped: 'before' as const }
    : { pointRadius: 0, borderWidth: 2, tension: 0.25 };
  const timeUnit = isServerMetric ? 'minutes of the run' : 'seconds of the run';
  const datasets: ChartDataset<'line', { x: number; y: number }[]>[] = [
    ...series.map(({ label, points }, index) => {
      const color = cssVariable(`--series-${(index % COLOR_COUNT) + 1}`);
      return {
        ...lineStyle,
        label,
        data: points,
        borderColor: isMeasured ? color : `${color}66`,
        backgroundColor: widget.stacked ? `${color}44` : color,
        ...(widget.stacked && { fill: index === 0 ? 'origin' : '-1', stack: 'series' }),
      };
    }),
    ...widget.marks.map(({ label, value }) => ({
      ...lineStyle,
      label,
      stack: `mark ${label}`,
      data: [
        { x: first, y: value },
        { x: last, y: value },
      ],
      borderColor: cssVariable('--mark'),
      backgroundColor: cssVariable('--mark'),
      borderDash: [6, 4],
      borderWidth: 1.5,
    })),
  ];
  const textStyle = { color: cssVariable('--quiet'), font: { family: 'system-ui, sans-serif', size: 11 } };
  return new Chart(canvas, {
    type: 'line',
    data: { datasets },
    options: {
      animation: false,
      maintainAspectRatio: false,
      parsing: false,
      interaction: { mode: 'nearest', intersect: false },
      plugins: {
        // Placeholders have no tooltips, because their numbers mean nothing.
        tooltip: { enabled: isMeasured },
        legend: { position: 'bottom', labels: { ...textStyle, boxWidth: 14, boxHeight: 2, padding: 8 } },
      },
      scales: {
        x: {
          type: 'linear',
          min: first,
          max: last,
          title: { display: true, text: isMeasured ? timeUnit : 'minutes ago', ...textStyle, padding: 0 },
          ticks: {
            ...textStyle,
            maxTicksLimit: 6,
            maxRotation: 0,
            callback: (value) => Number(Math.abs(Number(value)).toPrecision(2)),
          },
          grid: { display: false },
        },
        y: {
          beginAtZero: true,
          stacked: widget.stacked,
          title: { display: widget.unit !== '', text: widget.unit, ...textStyle, padding: 0 },
          ticks: { ...textStyle, maxTicksLimit: 5, display: isMeasured || widget.marks.length > 0 },
          grid: { color: cssVariable('--grid') },
          border: { display: false },
        },
      },
    },
  });
}

function drawAll(): void {
  for (const chart of charts) chart.destroy();
  charts = [];
  document.getElementById('dashboards')?.replaceChildren(...data.dashboards.map(drawDashboard));
}

drawAll();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
