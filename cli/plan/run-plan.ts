import { ModelConfig } from '../../lib/model-config';
import { CapacityPlan } from '../../lib/capacity';
import { writeText } from '../output/write-text';
import { PlanOptions, plannerOf, propsOf } from './inputs';
import { withOptionNames } from './option-names';
import { describeScaling, renderCandidates, renderScenarios } from './tables';
import { print } from '../output/print';

export function runPlan(options: PlanOptions): void {
  const planner = plannerOf(options);
  const props = withOptionNames(() => propsOf(options));
  const plan = withOptionNames(() => planner.plan(props));
  print(renderText(plan));
  if (options.json) writeText(options.json, `${JSON.stringify(plan.toJson(), undefined, 2)}\n`);
}

function renderText(plan: CapacityPlan): string {
  const patch = plan.configPatch();
  return [
    ...plan.explanation,
    '',
    `Scaling: ${describeScaling(plan)}; ` +
      `alarm: ${plan.latencyObjective.statistic} above ${plan.alarmThreshold.toMilliseconds({ integral: false })} ms`,
    '',
    renderCandidates(plan),
    renderScenarios(plan),
    ...(Object.keys(patch).length ? ['config.pbtxt:', ModelConfig.fromJson(patch).toText()] : []),
    ...plan.caveats.map((caveat) => `note: ${caveat}`),
  ].join('\n');
}
