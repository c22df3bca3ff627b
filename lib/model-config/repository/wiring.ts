import { listed } from '../../findings/listed';
import { Severity } from '../../findings/finding';
import { MessageOf, ModelConfigDocument } from '../schema/schema';
import { EnsembleRule, RepositoryContext, WiredStep, wiredSteps } from './context';

type ModelTensor = MessageOf<'ModelInput'> | MessageOf<'ModelOutput'>;

/** A tensor of the ensemble as one model sees it. */
interface Use {
  readonly tensor: string;
  readonly model: string;
  readonly type: string;
  readonly dims: readonly bigint[];
  /** With the batch dimension, if the model has one. */
  readonly fullDims: readonly bigint[];
  readonly field: string;
}

/** Backends may fill in what a model's configuration leaves out, so it can only be judged where it is given. */
const isListed = (tensors: readonly ModelTensor[]) => tensors.length > 0;

const names = (tensors: readonly ModelTensor[]) => listed(tensors.map(({ name }) => name));

const nameSets = new WeakMap<readonly ModelTensor[], Set<string>>();

/** The names of a model's inputs or outputs: many steps may run the same model. */
function namesOf(tensors: readonly ModelTensor[]): Set<string> {
  const known = nameSets.get(tensors) ?? new Set(tensors.map(({ name }) => name));
  nameSets.set(tensors, known);
  return known;
}

function useOf(
  model: ModelConfigDocument,
  tensor: string,
  of: ModelTensor,
  dims: readonly bigint[],
  field: string,
): Use {
  const fullDims = model.max_batch_size > 0 ? [-1n, ...dims] : dims;
  return { tensor, model: model.name, type: of.data_type, dims, fullDims, field };
}

function stepUses({ step, member, field }: WiredStep): Use[] {
  const inputs = member.input.flatMap((input) => {
    const tensor = step.input_map.get(input.name);
    return tensor === undefined ? [] : useOf(member, tensor, input, input.dims, `${field}.input_map[${input.name}]`);
  });
  const outputs = member.output.flatMap((output) => {
    const tensor = step.output_map.get(output.name);
    return tensor === undefined
      ? []
      : useOf(member, tensor, output, output.dims, `${field}.output_map[${output.name}]`);
  });
  return [...inputs, ...outputs];
}

/** Each use of a tensor with the first one, which decides its type and shape. */
function edges(ensemble: ModelConfigDocument, context: RepositoryContext): { first: Use; use: Use }[] {
  const own = [
    ...ensemble.input.map((tensor, index) => ({ tensor, field: `input[${index}]` })),
    ...ensemble.output.map((tensor, index) => ({ tensor, field: `output[${index}]` })),
  ].map(({ tensor, field }) =>
    useOf(ensemble, tensor.name, tensor, tensor.reshape ? tensor.reshape.shape : tensor.dims, field),
  );
  const first = new Map<string, Use>();
  const isOwn = new Set(own);
  return [...own, ...wiredSteps(ensemble, context).flatMap(stepUses)].flatMap((use) => {
    const known = first.get(use.tensor);
    if (!known) {
      first.set(use.tensor, use);
    }
    // The uses by the ensemble itself are not compared with each other.
    return known && !isOwn.has(use) ? [{ first: known, use }] : [];
  });
}

function alike(a: readonly bigint[], b: readonly bigint[]): boolean {
  return a.length === b.length && a.every((dim, index) => dim === -1n || b[index] === -1n || dim === b[index]);
}

export const wiringRules: EnsembleRule[] = [
  {
    id: 'ens.map-input-exists',
    *check(ensemble, context) {
      for (const { step, member, field } of wiredSteps(ensemble, context)) {
        for (const input of isListed(member.input) ? step.input_map.keys() : []) {
          if (!namesOf(member.input).has(input)) {
            yield {
              field: `${field}.input_map[${input}]`,
              message: `model '${member.name}' has no input '${input}'; its inputs are ${names(member.input)}`,
            };
          }
        }
      }
    },
  },
  {
    id: 'ens.map-output-exists',
    *check(ensemble, context) {
      for (const { step, member, field } of wiredSteps(ensemble, context)) {
        for (const output of isListed(member.output) ? step.output_map.keys() : []) {
          if (!namesOf(member.output).has(output)) {
            yield {
              field: `${field}.output_map[${output}]`,
              message: `model '${member.name}' has no output '${output}'; its outputs are ${names(member.output)}`,
            };
          }
        }
      }
    },
  },
  {
    id: 'ens.map-required',
    *check(ensemble, context) {
      for (const { step, member, field } of wiredSteps(ensemble, context)) {
        for (const { name, optional } of member.input) {
          if (!optional && !step.input_map.has(name)) {
            yield {
              field: `${field}.input_map`,
              message: `input '${name}' of model '${member.name}' is not mapped to a tensor; map it, or make it optional`,
            };
          }
        }
      }
    },
  },
  {
    id: 'ens.dtype',
    *check(ensemble, context) {
      for (const { first, use } of edges(ensemble, context)) {
        const given = use.type !== 'TYPE_INVALID' && first.type !== 'TYPE_INVALID';
        if (given && use.type !== first.type) {
          yield {
            field: use.field,
            message:
              `tensor '${use.tensor}' is ${use.type} for model '${use.model}', but ${first.type} for ` +
              `'${first.model}'; make them equal`,
          };
        }
      }
    },
  },
  {
    id: 'ens.shape',
    *check(ensemble, context) {
      for (const { first, use } of edges(ensemble, context)) {
        const given = use.dims.length > 0 && first.dims.length > 0;
        if (given && !alike(use.dims, first.dims) && !alike(use.fullDims, first.fullDims)) {
          yield {
            field: use.field,
            message:
              `tensor '${use.tensor}' has shape [ ${use.fullDims.join(', ')} ] for model '${use.model}', but ` +
              `[ ${first.fullDims.join(', ')} ] for '${first.model}'; make them equal (-1 matches any)`,
          };
        }
      }
    },
  },
  {
    // The server accepts both: it puts a batch dimension of 1 in front of a tensor that has none, and takes the first dimension of one that has.
    id: 'ens.unbatched',
    severity: Severity.WARNING,
    *check(ensemble, context) {
      if (ensemble.max_batch_size > 0) return;
      const limit = largestCommonBatch(ensemble, context);
      const inputs = edges(ensemble, context).filter(({ first }) => namesOf(ensemble.input).has(first.tensor));
      if (limit > 1 && inputs.some(({ first, use }) => alike(use.dims, first.dims))) {
        yield {
          field: 'max_batch_size',
          message:
            `got none, but the ensemble's models batch up to ${limit}: each request is a batch of 1 for these models, and a request with a larger ` +
            `batch is rejected; set max_batch_size to at most ${limit}`,
        };
      }
      for (const { first, use } of inputs) {
        const { max_batch_size: largest = 0 } = context.models.get(use.model) ?? {};
        const isBatch = largest > 0 && first.dims.length === use.dims.length + 1;
        if (isBatch && first.dims[0] > largest) {
          yield {
            field: use.field,
            message:
              `tensor '${use.tensor}' has ${first.dims[0]} as the batch of model '${use.model}', whose max_batch_size is ${largest}: ` +
              'every request fails; lower the first, or raise the second',
          };
        }
      }
    },
  },
];

/** The largest batch that all models of an ensemble take; 0 where one does not batch, or is not known. */
function largestCommonBatch(ensemble: ModelConfigDocument, context: RepositoryContext): number {
  const steps = wiredSteps(ensemble, context);
  const all = steps.length > 0 && steps.length === ensemble.ensemble_scheduling?.step.length;
  return all ? Math.min(...steps.map(({ member }) => member.max_batch_size)) : 0;
}
