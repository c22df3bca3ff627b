import { CapacityPlan, PlanCandidate, PlanEvidence } from '../../lib/sizing';
import { LoadPoint } from '../../lib/sizing/plan-candidate';
import { rankingKeyOf, rankingValueOf } from '../../lib/sizing/planning/ranking';
import { axisOptions, candidateDatasets, chartStatement, objectiveLine, TOOLTIP_STATEMENT } from '../output/chart-page';

/** The latency of a candidate at different loads of one instance. A candidate is a fleet that the plan compares. */
export interface Curve {
  readonly candidate: PlanCandidate;
  readonly points: LoadPoint[];
}

const CURVE_COLORS = ['#0b6e4f', '#1f6feb', '#8250df', '#bf8700', '#d1495b', '#57606a', '#0e7490', '#b35900'];

/** The JavaScript that draws the cost chart and, if there are curves, the load chart. */
export function renderCharts(plan: CapacityPlan, curves: Curve[]): { script: string; hasCurves: boolean } {
  const curvesWithPoints = curves.filter(({ points }) => points.length);
  const cost = {
    type: 'scatter',
    data: { datasets: costDatasets(plan) },
    options: axisOptions(rankingTitle(plan), latencyTitle(plan), 1.2 * objectiveMilliseconds(plan)),
  };
  const load = {
    type: 'scatter',
    data: { datasets: loadDatasets(plan, curvesWithPoints) },
    options: axisOptions('requests per second of one instance', latencyTitle(plan), 1.2 * objectiveMilliseconds(plan)),
  };
  return {
    hasCurves: curvesWithPoints.length > 0,
    script: [
      TOOLTIP_STATEMENT,
      chartStatement('cost', cost),
      ...(curvesWithPoints.length ? [chartStatement('load', load)] : []),
    ].join('\n'),
  };
}

/** Title of the property by which the plan ranks its candidates. */
function rankingTitle({ candidates }: CapacityPlan): string {
  return rankingKeyOf(candidates) === 'costPerHour' ? 'USD per hour' : 'instances';
}

function costDatasets(plan: CapacityPlan): object[] {
  const key = rankingKeyOf(plan.candidates);
  return [
    ...candidateDatasets(
      plan.candidates,
      plan.pick,
      'objective',
      ({ meetsObjective }) => meetsObjective,
      (candidate) => ({ x: rankingValueOf(candidate, key), y: candidate.latencyMilliseconds, name: nameOf(candidate) }),
    ),
    objectiveLine(objectiveMilliseconds(plan), Math.max(...plan.candidates.map((each) => rankingValueOf(each, key)))),
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
  return [...lines, objectiveLine(objectiveMilliseconds(plan), Math.max(...loads, 1))];
}

function objectiveMilliseconds({ latencyObjective }: CapacityPlan): number {
  return latencyObjective._milliseconds;
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
