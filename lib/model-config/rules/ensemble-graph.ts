import { MessageOf } from '../schema/schema';

/** A tensor of an ensemble, with the steps that write and read it. */
export interface EnsembleTensor {
  readonly name: string;
  /** Whether a step writes the tensor. */
  isWritten: boolean;
  /** Whether the tensor can be computed from the ensemble's inputs. */
  isComputable: boolean;
  /** Steps that write the tensor. */
  readonly writers: EnsembleStep[];
  /** Number of writers with an input that is not marked as computable yet. */
  pendingWriters: number;
  /** Steps that read the tensor. */
  readonly readers: EnsembleStep[];
}

/** A step of an ensemble. Each of its outputs depends on all of its inputs. */
interface EnsembleStep {
  readonly sources: readonly EnsembleTensor[];
  readonly targets: readonly EnsembleTensor[];
  /** Number of inputs that are not marked as computable yet. */
  pendingInputs: number;
}

/**
 * Builds the data flow of an ensemble like the server: each output of a step depends on all inputs of the step. A tensor can be computed if it is
 * an input of the ensemble, or if all tensors on which it depends can be computed.
 */
export function ensembleGraph(
  steps: readonly MessageOf<'ModelEnsembling.Step'>[],
  inputs: readonly { readonly name: string }[],
): Map<string, EnsembleTensor> {
  const tensors = new Map<string, EnsembleTensor>();
  const tensorOf = (name: string): EnsembleTensor => {
    const tensor = tensors.get(name) ?? {
      name,
      isWritten: false,
      isComputable: false,
      writers: [],
      pendingWriters: 0,
      readers: [],
    };
    tensors.set(name, tensor);
    return tensor;
  };

  for (const { input_map: inputMap, output_map: outputMap } of steps) {
    const targets = [...new Set([...outputMap.values()].map(tensorOf))];
    const sources = [...new Set([...inputMap.values()].map(tensorOf))];
    const step = { sources, targets, pendingInputs: sources.length };
    for (const target of targets) {
      target.isWritten = true;
      target.writers.push(step);
      target.pendingWriters++;
    }
    for (const source of sources) source.readers.push(step);
  }

  const queue = [...new Set(inputs.flatMap(({ name }) => tensors.get(name) ?? []))];
  for (const tensor of queue) tensor.isComputable = true;
  for (const tensor of queue) {
    for (const step of tensor.readers) {
      if (--step.pendingInputs > 0) continue;
      for (const target of step.targets) {
        // A tensor that several steps write depends on the inputs of all these steps.
        if (--target.pendingWriters > 0 || target.isComputable) continue;
        target.isComputable = true;
        queue.push(target);
      }
    }
  }
  return tensors;
}

/**
 * Returns the root cause if `tensor` cannot be computed: usually a tensor that no step writes. The search goes backward through inputs that
 * cannot be computed.
 */
export function findMissingSource(tensor: EnsembleTensor): EnsembleTensor {
  const visited = new Set([tensor]);
  let current = tensor;
  for (;;) {
    const next = missingInputOf(current, visited);
    if (!next) {
      return current;
    }
    visited.add(next);
    current = next;
  }
}

/** Returns an input of a writing step that cannot be computed. Undefined if the search has already visited all such inputs. */
function missingInputOf({ writers }: EnsembleTensor, visited: Set<EnsembleTensor>): EnsembleTensor | undefined {
  for (const { sources } of writers) {
    const missingInput = sources.find((source) => !source.isComputable && !visited.has(source));
    if (missingInput) return missingInput;
  }
  return undefined;
}
