import { MessageOf } from '../schema/schema';

/** A tensor inside an ensemble, and what it is computed from. */
export interface EnsembleTensor {
  readonly name: string;
  /** Written by a step. */
  written: boolean;
  /** Can be computed from the ensemble's inputs. */
  ready: boolean;
  /** The steps that write it. */
  readonly writers: EnsembleStep[];
  /** How many of them lack an input. */
  waiting: number;
  /** The steps that read it. */
  readonly readers: EnsembleStep[];
}

/** A step between tensors. Each of its outputs depends on all of its inputs. */
interface EnsembleStep {
  readonly sources: readonly EnsembleTensor[];
  readonly targets: readonly EnsembleTensor[];
  /** How many of its inputs are not ready. */
  missing: number;
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
    const tensor = tensors.get(name) ?? { name, written: false, ready: false, writers: [], waiting: 0, readers: [] };
    tensors.set(name, tensor);
    return tensor;
  };

  for (const { input_map: inputMap, output_map: outputMap } of steps) {
    const targets = [...new Set([...outputMap.values()].map(tensorOf))];
    const sources = [...new Set([...inputMap.values()].map(tensorOf))];
    const step = { sources, targets, missing: sources.length };
    for (const target of targets) {
      target.written = true;
      target.writers.push(step);
      target.waiting++;
    }
    for (const source of sources) source.readers.push(step);
  }

  const queue = [...new Set(inputs.flatMap(({ name }) => tensors.get(name) ?? []))];
  for (const tensor of queue) tensor.ready = true;
  for (const tensor of queue) {
    for (const step of tensor.readers) {
      if (--step.missing > 0) continue;
      for (const target of step.targets) {
        // A tensor that several steps write depends on the inputs of all of them.
        if (--target.waiting > 0 || target.ready) continue;
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
    const next = missingBefore(current, seen);
    if (!next) {
      return current;
    }
    seen.add(next);
    current = next;
  }
}

function missingBefore({ writers }: EnsembleTensor, seen: Set<EnsembleTensor>): EnsembleTensor | undefined {
  for (const { sources } of writers) {
    const found = sources.find((source) => !source.ready && !seen.has(source));
    if (found) return found;
  }
  return undefined;
}
