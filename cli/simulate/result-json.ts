import type { FleetSimulation } from '../../lib/capacity';
import { languageOfApp } from '../app/language-of-app';
import { Comparison, SimulatedScaling } from './compare';
import { scalingCode } from './scaling-code';

/** The result for programs. The minutes are those of the scaling of the app, otherwise of the pick. */
export function toJson({ options, rows, shown, pick, sensitivity, caveats }: Comparison): object {
  const { trace, latencyObjective, profile, margin } = options;
  return {
    trace: {
      startsAt: trace.startsAt,
      minutes: shown.simulation.minutes.length,
      requests: shown.simulation.requests,
      peakRequestsPerSecond: trace.peakRequestsPerSecond,
    },
    latencyObjective: { percentile: latencyObjective.percentile, milliseconds: latencyObjective._milliseconds },
    instanceType: profile.instanceType,
    margin,
    candidates: rows.map(candidateJson),
    pick: { name: pick.name, instanceCount: pick.instanceCount, code: scalingCode(pick.properties, languageOfApp()) },
    sensitivity: sensitivity.map(({ change, simulation }) => ({ change, ...estimatesOf(simulation) })),
    shown: shown.name,
    minutes: shown.simulation.minutes,
    caveats,
  };
}

function candidateJson({ name, description, properties, simulation }: SimulatedScaling): object {
  return { name, description, scaling: properties, ...estimatesOf(simulation) };
}

function estimatesOf(simulation: FleetSimulation): object {
  const { minutes: _, requests: __, caveats: ___, ...estimates } = simulation;
  return estimates;
}
