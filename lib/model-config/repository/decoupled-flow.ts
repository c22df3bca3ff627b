import { ModelConfigDocument } from '../schema/schema';

/** A model is decoupled when it answers a request any number of times. */
export interface DecoupledFlow {
  /** Whether the ensemble as a whole is decoupled. */
  readonly decoupled: boolean;
  /** Name of the model whose step (or of the ensemble, whose outputs) would mix answers of different such models. */
  readonly mixing?: string;
}

/** A step, whose outputs share the answers of one decoupled model, under one label. */
interface Step {
  readonly model: string;
  readonly decoupled: boolean;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** How many of its inputs have no label yet. */
  missing: number;
}

/**
 * Follows the labels of decoupled models along an ensemble's tensors, as the server does
 * (core, ensemble_utils.cc, ValidateEnsembleConfig): label 0 is the request itself.
 */
export function decoupledFlow(ensemble: ModelConfigDocument, isDecoupled: (model: string) => boolean): DecoupledFlow {
  const steps = (ensemble.ensemble_scheduling?.step ?? []).map((step): Step => {
    const inputs = [...new Set(step.input_map.values())];
    const [model, outputs] = [step.model_name, [...step.output_map.values()]];
    return { model, decoupled: isDecoupled(model), inputs, outputs, missing: inputs.length };
  });
  // The last step that writes a tensor counts, and the request more than any step.
  const writers = new Map(steps.flatMap((step) => step.outputs.map((output) => [output, step] as const)));
  const readers = new Map<string, Step[]>();
  const readersOf = (tensor: string): Step[] => {
    const known = readers.get(tensor) ?? [];
    readers.set(tensor, known);
    return known;
  };
  for (const step of steps) {
    for (const input of step.inputs) readersOf(input).push(step);
  }
  const labels = new Map<string, number>();
  for (const { name } of ensemble.input) {
    writers.delete(name);
    labels.set(name, 0);
  }

  let last = 0;
  for (const tensor of labels.keys()) {
    for (const step of readers.get(tensor) ?? []) {
      if (--step.missing > 0) continue;
      const outputs = step.outputs.filter((output) => writers.get(output) === step);
      if (outputs.length === 0) continue;
      const [label, ...others] = new Set(step.inputs.map((input) => labels.get(input)));
      if (others.length > 0) return { decoupled: last > 0, mixing: step.model };
      const own = step.decoupled ? ++last : (label ?? 0);
      for (const output of outputs) labels.set(output, own); // a map lists what is added to it while it is read
    }
  }
  const outputs = new Set(ensemble.output.map(({ name }) => labels.get(name)));
  const mixed = outputs.size > 1 && !outputs.has(undefined);
  return { decoupled: last > 0, ...(mixed ? { mixing: ensemble.name } : {}) };
}
