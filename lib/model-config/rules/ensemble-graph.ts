import { MessageOf } from '../schema/schema';

/** A tensor inside an ensemble, and what it is computed from. */
export interface EnsembleTensor {
  readonly name: string;
  /** Written by a step. */
  written: boolean;
  /** Can be computed from the ensemble's inputs. */
  ready: boolean;
  readonly sources: EnsembleTensor[];
  readonly targets: EnsembleTensor[];
}

/**
 * The data flow of an ensemble as the server sees it: each output of a step depends on all inputs of that step. A
 * tensor is ready when it is an input of the ensemble, or when all that it depends on is ready.
 */
export function ensembleGraph(
  steps: readonly MessageOf<'ModelEnsembling.Step'>[],
  inputs: readonly { readonly name: string }[],
): Map<string, EnsembleTensor> {
  const tensors = new Map<string, EnsembleTensor>();
  const tensorOf = (name: string): EnsembleTensor => {
    const tensor = tensors.get(name) ?? { name, written: false, ready: false, sources: [], targets: [] };
    tensors.set(name, tensor);
    return tensor;
  };

  for (const step of steps) {
    const targets = [...step.output_map.values()].map(tensorOf);
    const sources = [...step.input_map.values()].map(tensorOf);
    for (const target of targets) {
      target.written = true;
      for (const source of sources) target.sources.push(source);
    }
    for (const source of sources) {
      for (const target of targets) source.targets.push(target);
    }
  }

  const queue = inputs.flatMap(({ name }) => tensors.get(name) ?? []);
  for (const tensor of queue) {
    tensor.ready = true;
  }
  for (const tensor of queue) {
    for (const target of tensor.targets) {
      if (!target.ready && target.sources.every((source) => source.ready)) {
        target.ready = true;
        queue.push(target);
      }
    }
  }
  return tensors;
}

/** The first tensor upstream that nothing feeds, which is why the given one is never computed. */
export function missingSource(tensor: EnsembleTensor): EnsembleTensor {
  const seen = new Set([tensor]);
  let current = tensor;
  for (;;) {
    const next = current.sources.find((source) => !source.ready && !seen.has(source));
    if (!next) {
      return current;
    }
    seen.add(next);
    current = next;
  }
}
