import { ModelConfigDocument } from '../schema/schema';

/** A model is decoupled when it answers a request any number of times. */
export interface DecoupledFlow {
  /** Whether the ensemble as a whole is decoupled. */
  readonly decoupled: boolean;
  /** Name of the model whose step (or of the ensemble, whose outputs) would mix answers of different such models. */
  readonly mixing?: string;
}

/** What the outputs of one step share: the answers of one decoupled model, under one label. */
interface Origin {
  readonly model: string;
  readonly decoupled: boolean;
  label?: number;
}

interface Tensor {
  readonly origin?: Origin;
  readonly sources: string[];
  label?: number;
}

/**
 * Follows the labels of decoupled models along an ensemble's tensors, as the server does
 * (core, ensemble_utils.cc, ValidateEnsembleConfig): label 0 is the request itself.
 */
export function decoupledFlow(ensemble: ModelConfigDocument, isDecoupled: (model: string) => boolean): DecoupledFlow {
  const tensors = new Map<string, Tensor>();
  for (const { model_name: model, input_map: inputs, output_map: outputs } of ensemble.ensemble_scheduling?.step ??
    []) {
    const origin: Origin = { model, decoupled: isDecoupled(model) };
    for (const tensor of outputs.values()) {
      tensors.set(tensor, { origin, sources: [...inputs.values()] });
    }
  }
  for (const { name } of ensemble.input) {
    tensors.set(name, { sources: [], label: 0 });
  }

  let labels = 0;
  const labelOf = (name: string) => tensors.get(name)?.label;
  for (let progress = true; progress;) {
    progress = false;
    for (const tensor of tensors.values()) {
      const sources = tensor.sources.map(labelOf);
      const known = sources.length > 0 && !sources.includes(undefined);
      if (tensor.label !== undefined || !tensor.origin || !known) {
        continue;
      }
      if (new Set(sources).size > 1) {
        return { decoupled: labels > 0, mixing: tensor.origin.model };
      }
      tensor.origin.label ??= tensor.origin.decoupled ? ++labels : sources[0];
      tensor.label = tensor.origin.label;
      progress = true;
    }
  }
  const outputs = new Set(ensemble.output.map(({ name }) => labelOf(name)));
  const mixed = outputs.size > 1 && !outputs.has(undefined);
  return { decoupled: labels > 0, ...(mixed ? { mixing: ensemble.name } : {}) };
}
