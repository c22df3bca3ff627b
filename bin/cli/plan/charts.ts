import { CapacityPlan, PlanCandidate, PlanEvidence } from '../../../lib/sizing';
import type { Curve } from './page';

const COLORS = { keeps: '#0b6e4f', breaks: '#9aa3ad', pick: '#d1495b', objective: '#7a4b00' };
const CURVE_COLORS = ['#0b6e4f', '#1f6feb', '#8250df', '#bf8700', '#d1495b', '#57606a', '#0e7490', '#b35900'];

/** The script that draws both plots. */
export function renderCharts(plan: CapacityPlan, curves: Curve[]): { script: string; hasCurves: boolean } {
  const drawn = curves.filter(({ points }) => points.length);
  const cost = {
    type: 'scatter',
    data: { datasets: costDatasets(plan) },
    options: axes('USD per hour', plan),
  };
  const load = {
    type: 'scatter',
    data: { datasets: loadDatasets(plan, drawn) },
    options: axes('requests per second of one instance', plan),
  };
  const draw = (id: string, config: object) => `new Chart(document.getElementById('${id}'), ${inScript(config)});`;
  return {
    hasCurves: drawn.length > 0,
    script: [
      'Chart.defaults.plugins.tooltip.callbacks.label = ({ dataset, raw }) => `${raw.name ?? dataset.label}: ${raw.x.toFixed(2)}, ${raw.y.toFixed(1)} ms`;',
      draw('cost', cost),
      ...(drawn.length ? [draw('load', load)] : []),
    ].join('\n'),
  };
}

function costDatasets(plan: CapacityPlan): object[] {
  const point = (candidate: PlanCandidate) => ({
    x: candidate.costPerHour,
    y: candidate.latencyMilliseconds,
    name: nameOf(candidate),
  });
  const others = plan.candidates.filter((candidate) => candidate !== plan.pick);
  const costs = plan.candidates.map(({ costPerHour }) => costPerHour);
  return [
    { label: 'pick', data: [point(plan.pick)], backgroundColor: COLORS.pick, pointRadius: 8, pointStyle: 'rectRot' },
    {
      label: 'keeps the objective',
      data: others.filter((c) => c.meetsObjective).map(point),
      backgroundColor: COLORS.keeps,
      pointRadius: 5,
    },
    {
      label: 'breaks it',
      data: others.filter((c) => !c.meetsObjective).map(point),
      backgroundColor: COLORS.breaks,
      pointRadius: 4,
    },
    objectiveLine(plan, 0, Math.max(...costs)),
  ];
}

function loadDatasets(plan: CapacityPlan, curves: Curve[]): object[] {
  const lines = curves.map(({ candidate, points }, i) => ({
    label: nameOf(candidate),
    data: points.map((point) => ({ x: point.requestsPerSecond, y: point.latencyMilliseconds })),
    showLine: true,
    pointRadius: 2,
    borderColor: CURVE_COLORS[i % CURVE_COLORS.length],
    backgroundColor: CURVE_COLORS[i % CURVE_COLORS.length],
  }));
  const loads = curves.flatMap(({ points }) => points.map((point) => point.requestsPerSecond));
  return [...lines, objectiveLine(plan, 0, Math.max(...loads, 1))];
}

function objectiveLine(plan: CapacityPlan, from: number, to: number): object {
  const y = plan.latencyObjective.limit.toMilliseconds();
  return {
    label: `objective, ${y} ms`,
    data: [from, to].map((x) => ({ x, y })),
    showLine: true,
    pointRadius: 0,
    borderColor: COLORS.objective,
    borderDash: [6, 4],
  };
}

function axes(x: string, plan: CapacityPlan): object {
  const y = latencyTitle(plan);
  const suggestedMax = 1.2 * plan.latencyObjective.limit.toMilliseconds();
  return {
    animation: false,
    maintainAspectRatio: false,
    scales: {
      x: { beginAtZero: true, title: { display: true, text: x } },
      y: { beginAtZero: true, suggestedMax, title: { display: true, text: y } },
    },
  };
}

function latencyTitle(plan: CapacityPlan): string {
  return plan.pick.evidence === PlanEvidence.SIMULATION
    ? `${plan.latencyObjective.statistic} latency, ms`
    : 'latency, ms';
}

function nameOf({ instanceCount, instanceType, configuration, maxBatchSize, instancesPerGpu }: PlanCandidate): string {
  const batch = maxBatchSize === undefined ? '' : `, batch ${maxBatchSize}`;
  const perGpu = instancesPerGpu === undefined ? '' : `, ${instancesPerGpu} per GPU`;
  return `${instanceCount} × ${instanceType} ${configuration}${batch}${perGpu}`;
}

/** JSON that cannot end the script it stands in. */
function inScript(value: object): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
