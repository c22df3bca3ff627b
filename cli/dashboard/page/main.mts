/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import {
  CategoryScale,
  Chart,
  ChartDataset,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import type { DrawnDashboard, PageData, Widget } from './model.js';
import { Drawn, drawnLines, measuredValue } from './series.js';

Chart.register(LineController, LineElement, PointElement, LinearScale, CategoryScale, Legend, Tooltip);

const data = JSON.parse(document.getElementById('data')?.textContent ?? '') as PageData;
const COLORS = 6;
let charts: Chart[] = [];

function element(tag: string, className: string, text = '', children: HTMLElement[] = []): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  made.append(...children);
  return made;
}

function css(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function drawDashboard({ name, stack, widgets }: DrawnDashboard): HTMLElement {
  const grid = element('div', 'grid', '', widgets.map(drawWidget));
  return element('section', '', '', [element('h1', 'name', name), element('p', 'stack', `stack ${stack}`), grid]);
}

function drawWidget(widget: Widget): HTMLElement {
  const box = element('article', `widget ${widget.type}`);
  box.style.gridColumn = `${widget.x + 1} / span ${widget.width}`;
  box.style.gridRow = `${widget.y + 1} / span ${widget.height}`;
  if (widget.type !== 'text') box.append(element('h3', '', widget.title));
  DRAW[widget.type](widget, box);
  return box;
}

function drawAlarm(description: string): HTMLElement {
  const item = element('li', '', description);
  item.title = description;
  return item;
}

const DRAW: Record<Widget['type'], (widget: Widget, box: HTMLElement) => void> = {
  text: ({ text }, box) => {
    const [first, ...rest] = text.split('\n');
    box.append(element('h2', '', first.replace(/^#+ /, '')), element('p', '', rest.join(' ')));
  },
  numbers: ({ lines }, box) => {
    const numbers = lines.map((line) => {
      const value = measuredValue(line, data.measurements);
      return element('div', value === undefined ? 'number absent' : 'number', '', [
        element('b', '', value === undefined ? '–' : Math.round(value).toLocaleString('en')),
        element('span', '', value === undefined ? line.label : `${line.label}, measured here`),
      ]);
    });
    box.append(element('div', 'numbers-row', '', numbers));
  },
  alarms: ({ text }, box) => {
    box.append(element('ul', '', '', text.split('\n').map(drawAlarm)));
  },
  log: ({ text }, box) => {
    const query = text.replace(/^SOURCE '[^']*' \| /, '').replace(/^\| /gm, '');
    box.append(element('pre', '', query), element('p', 'note', 'Log lines appear here when the endpoint is running.'));
  },
  graph: (widget, box) => {
    const lines = drawnLines(widget, data.measurements);
    const measurement = lines[0]?.measurement;
    box.classList.add(measurement ? 'measured' : 'placeholder');
    const badge = measurement
      ? `measured: ${measurement.source.split(',')[0]}, ${measurement.requests.length} requests`
      : 'placeholder';
    const canvas = document.createElement('canvas');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `${widget.title}, ${badge}`);
    const frame = element('div', 'frame', '', [canvas]);
    if (!measurement) frame.append(element('span', 'stamp', 'placeholder'));
    box.append(frame);
    if (measurement) box.append(element('p', 'note', badge));
    charts.push(chartOf(canvas, widget, lines));
  },
};

function chartOf(canvas: HTMLCanvasElement, widget: Widget, lines: Drawn[]): Chart {
  const measured = lines.some(({ measurement }) => measurement);
  const xs = lines.flatMap(({ points }) => points.map(({ x }) => x));
  const [first, last] = [measured ? 0 : Math.min(...xs), Math.max(...xs)];
  const base = { pointRadius: 0, borderWidth: 2, tension: 0.25 };
  const datasets: ChartDataset<'line', { x: number; y: number }[]>[] = [
    ...lines.map(({ label, points }, index) => {
      const color = css(`--series-${(index % COLORS) + 1}`);
      return { ...base, label, data: points, borderColor: measured ? color : `${color}66`, backgroundColor: color };
    }),
    ...widget.marks.map(({ label, value }) => ({
      ...base,
      label,
      data: [
        { x: first, y: value },
        { x: last, y: value },
      ],
      borderColor: css('--mark'),
      backgroundColor: css('--mark'),
      borderDash: [6, 4],
      borderWidth: 1.5,
    })),
  ];
  const text = { color: css('--quiet'), font: { family: 'system-ui, sans-serif', size: 11 } };
  return new Chart(canvas, {
    type: 'line',
    data: { datasets },
    options: {
      animation: false,
      maintainAspectRatio: false,
      parsing: false,
      interaction: { mode: 'nearest', intersect: false },
      plugins: {
        // Numbers of a placeholder would be read as a promise.
        tooltip: { enabled: measured },
        legend: { position: 'bottom', labels: { ...text, boxWidth: 14, boxHeight: 2, padding: 8 } },
      },
      scales: {
        x: {
          type: 'linear',
          min: first,
          max: last,
          title: { display: true, text: measured ? 'seconds of the run' : 'minutes ago', ...text, padding: 0 },
          ticks: {
            ...text,
            maxTicksLimit: 6,
            maxRotation: 0,
            callback: (value) => Number(Math.abs(Number(value)).toPrecision(2)),
          },
          grid: { display: false },
        },
        y: {
          beginAtZero: true,
          title: { display: widget.unit !== '', text: widget.unit, ...text, padding: 0 },
          ticks: { ...text, maxTicksLimit: 5, display: measured || widget.marks.length > 0 },
          grid: { color: css('--grid') },
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
