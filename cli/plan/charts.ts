import { CapacityPlan, PlanCandidate, PlanEvidence } from '../../lib/sizing';
import { axes, COLORS, drawChart, objectiveLine, TOOLTIPS } from '../page';
import type { Curve } from './page';

const CURVE_COLORS = ['#0b6e4f', '#1f6feb', '#8250df', '#bf8700', '#d1495b', '#57606a', '#0e7490', '#b35900'];

/** The script that draws both plots. */
export function renderCharts(plan: CapacityPlan, curves: Curve[]): { script: string; hasCurves: boolean } {
  const drawn = curves.filter(({ points }) => points.length);
  const cost = {
    type: 'scatter',
    data: { datasets: costDatasets(plan) },
    options: axes('USD per hour', latencyTitle(plan), 1.2 * limitOf(plan)),
  };
  const load = {
    type: 'scatter',
    data: { datasets: loadDatasets(plan, drawn) },
    options: axes('requests per second of one instance', latencyTitle(plan), 1.2 * limitOf(plan)),
  };
  return {
    hasCurves: drawn.length > 0,
    script: [TOOLTIPS, drawChart('cost', cost), ...(drawn.length ? [drawChart('load', load)] : [])].join('\n'),
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
      label: 'meets the objective',
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
    objectiveLine(limitOf(plan), Math.max(...costs)),
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
  return [...lines, objectiveLine(limitOf(plan), Math.max(...loads, 1))];
}

function limitOf({ latencyObjective }: CapacityPlan): number {
  return latencyObjective.limit.toMilliseconds();
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
