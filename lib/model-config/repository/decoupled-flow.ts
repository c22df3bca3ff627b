import { ModelConfigDocument } from '../schema/schema';

/** The decoupled responses of an ensemble. A decoupled model returns any number of responses to a request. */
export interface DecoupledFlow {
  /** Whether the ensemble as a whole is decoupled. */
  readonly decoupled: boolean;
  /**
   * Name of the model or ensemble that incorrectly mixes responses: the inputs of the model, or the outputs of the ensemble, are from
   * several decoupled models.
   */
  readonly mixingModel?: string;
}

/** A step of an ensemble. All outputs of a step have the same label (see `decoupledFlow`). */
interface Step {
  readonly model: string;
  readonly decoupled: boolean;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Number of inputs without a label. */
  unlabeledInputs: number;
}

/**
 * Labels each tensor of an ensemble with a number for the decoupled model whose responses the tensor contains, like the server (core,
 * ensemble_utils.cc, ValidateEnsembleConfig). Label 0 is the request.
 */
export function decoupledFlow(ensemble: ModelConfigDocument, isDecoupled: (model: string) => boolean): DecoupledFlow {
  const steps = (ensemble.ensemble_scheduling?.step ?? []).map((step): Step => {
    const inputs = [...new Set(step.input_map.values())];
    const [model, outputs] = [step.model_name, [...step.output_map.values()]];
    return { model, decoupled: isDecoupled(model), inputs, outputs, unlabeledInputs: inputs.length };
  });
  // The last step that writes a tensor determines the label of the tensor, unless the tensor is an input of the ensemble.
  const writers = new Map(steps.flatMap((step) => step.outputs.map((output) => [output, step] as const)));
  const readers = new Map<string, Step[]>();
  const readersOf = (tensor: string): Step[] => {
    const tensorReaders = readers.get(tensor) ?? [];
    readers.set(tensor, tensorReaders);
    return tensorReaders;
  };
  for (const step of steps) {
    for (const input of step.inputs) readersOf(input).push(step);
  }
  const labels = new Map<string, number>();
  for (const { name } of ensemble.input) {
    writers.delete(name);
    labels.set(name, 0);
  }

  let lastLabel = 0;
  for (const tensor of labels.keys()) {
    for (const step of readers.get(tensor) ?? []) {
      if (--step.unlabeledInputs > 0) continue;
      const outputs = step.outputs.filter((output) => writers.get(output) === step);
      if (outputs.length === 0) continue;
      const [label, ...otherLabels] = new Set(step.inputs.map((input) => labels.get(input)));
      if (otherLabels.length > 0) return { decoupled: lastLabel > 0, mixingModel: step.model };
      const stepLabel = step.decoupled ? ++lastLabel : (label ?? 0);
      for (const output of outputs) labels.set(output, stepLabel); // the outer loop also visits the added labels
    }
  }
  const outputLabels = new Set(ensemble.output.map(({ name }) => labels.get(name)));
  const isMixed = outputLabels.size > 1 && !outputLabels.has(undefined);
  return { decoupled: lastLabel > 0, ...(isMixed ? { mixingModel: ensemble.name } : {}) };
}
