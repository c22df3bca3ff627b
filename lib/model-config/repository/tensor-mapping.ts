import { joinNames } from '../../findings/join-names';
import { Severity } from '../../findings/finding';
import { MessageOf, ModelConfigDocument } from '../schema/schema';
import { EnsembleRule, RepositoryContext, ResolvedStep, resolvedSteps } from './context';

type ModelTensor = MessageOf<'ModelInput'> | MessageOf<'ModelOutput'>;

/** A use of one of the ensemble's tensors, by the ensemble itself or by a composing model. */
interface TensorUse {
  readonly tensor: string;
  readonly model: string;
  readonly type: string;
  readonly dims: readonly bigint[];
  /** Dimensions, including the batch dimension if the model has one. */
  readonly fullDims: readonly bigint[];
  /** Whether `dims` are from a reshape. Without dims, this is a scalar. Other missing dims can be added by the backend. */
  readonly isReshaped: boolean;
  readonly field: string;
}

/** Backends can add missing tensors to a configuration, so lists are checked only if they are not empty. */
const isNotEmpty = (tensors: readonly ModelTensor[]) => tensors.length > 0;

const formatNames = (tensors: readonly ModelTensor[]) => joinNames(tensors.map(({ name }) => name));

const nameSets = new WeakMap<readonly ModelTensor[], Set<string>>();

/** Returns the names of a model's inputs or outputs. The names are cached, because many steps can run the same model. */
function namesOf(tensors: readonly ModelTensor[]): Set<string> {
  const names = nameSets.get(tensors) ?? new Set(tensors.map(({ name }) => name));
  nameSets.set(tensors, names);
  return names;
}

function createTensorUse(
  model: ModelConfigDocument,
  tensor: string,
  modelTensor: ModelTensor,
  field: string,
  reshape?: { readonly shape: readonly bigint[] },
): TensorUse {
  const dims = reshape?.shape ?? modelTensor.dims;
  const fullDims = model.max_batch_size > 0 ? [-1n, ...dims] : dims;
  const isReshaped = reshape !== undefined;
  return { tensor, model: model.name, type: modelTensor.data_type, dims, fullDims, isReshaped, field };
}

function stepUses({ step, member, field }: ResolvedStep): TensorUse[] {
  const inputs = member.input.flatMap((input) => {
    const tensor = step.input_map.get(input.name);
    return tensor === undefined ? [] : createTensorUse(member, tensor, input, `${field}.input_map[${input.name}]`);
  });
  const outputs = member.output.flatMap((output) => {
    const tensor = step.output_map.get(output.name);
    return tensor === undefined ? [] : createTensorUse(member, tensor, output, `${field}.output_map[${output.name}]`);
  });
  return [...inputs, ...outputs];
}

/**
 * Returns pairs of uses of the same tensor. The ensemble's own tensors are reshaped, and those of composing models are not (core,
 * ensemble_utils.cc, ValidateEnsembleConfig and ValidateTensorMapping). The first use of a tensor determines its type
 * and shape.
 */
function pairUses(ensemble: ModelConfigDocument, context: RepositoryContext): { first: TensorUse; use: TensorUse }[] {
  const ensembleUses = [
    ...ensemble.input.map((tensor, index) => ({ tensor, field: `input[${index}]` })),
    ...ensemble.output.map((tensor, index) => ({ tensor, field: `output[${index}]` })),
  ].map(({ tensor, field }) => createTensorUse(ensemble, tensor.name, tensor, field, tensor.reshape));
  const firstUses = new Map<string, TensorUse>();
  const ensembleUseSet = new Set(ensembleUses);
  return [...ensembleUses, ...resolvedSteps(ensemble, context).flatMap(stepUses)].flatMap((use) => {
    const first = firstUses.get(use.tensor);
    if (!first) {
      firstUses.set(use.tensor, use);
    }
    // Inputs and outputs of the ensemble are not compared with each other.
    return first && !ensembleUseSet.has(use) ? [{ first, use }] : [];
  });
}

function areCompatible(a: readonly bigint[], b: readonly bigint[]): boolean {
  return a.length === b.length && a.every((dim, index) => dim === -1n || b[index] === -1n || dim === b[index]);
}

export const tensorMappingRules: EnsembleRule[] = [
  {
    id: 'ens.map-input-exists',
    *check(ensemble, context) {
      for (const { step, member, field } of resolvedSteps(ensemble, context)) {
        for (const input of isNotEmpty(member.input) ? step.input_map.keys() : []) {
          if (!namesOf(member.input).has(input)) {
            yield {
              field: `${field}.input_map[${input}]`,
              message: `model '${member.name}' has no input '${input}'; its inputs are ${formatNames(member.input)}`,
            };
          }
        }
      }
    },
  },
  {
    id: 'ens.map-output-exists',
    *check(ensemble, context) {
      for (const { step, member, field } of resolvedSteps(ensemble, context)) {
        for (const output of isNotEmpty(member.output) ? step.output_map.keys() : []) {
          if (!namesOf(member.output).has(output)) {
            yield {
              field: `${field}.output_map[${output}]`,
              message: `model '${member.name}' has no output '${output}'; its outputs are ${formatNames(member.output)}`,
            };
          }
        }
      }
    },
  },
  {
    id: 'ens.map-required',
    *check(ensemble, context) {
      for (const { step, member, field } of resolvedSteps(ensemble, context)) {
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
      for (const { first, use } of pairUses(ensemble, context)) {
        const areKnown = use.type !== 'TYPE_INVALID' && first.type !== 'TYPE_INVALID';
        if (areKnown && use.type !== first.type) {
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
      for (const { first, use } of pairUses(ensemble, context)) {
        const areKnown = [use, first].every(({ isReshaped, dims }) => isReshaped || dims.length > 0);
        if (areKnown && !areCompatible(use.dims, first.dims) && !areCompatible(use.fullDims, first.fullDims)) {
          yield {
            field: use.field,
            message:
              `tensor '${use.tensor}' has shape [ ${use.fullDims.join(', ')} ] for model '${use.model}', but ` +
              `[ ${first.fullDims.join(', ')} ] for '${first.model}'; make them equal (-1 matches any)` +
              (first.isReshaped ? `, or leave out the reshape in '${first.model}'` : ''),
          };
        }
      }
    },
  },
  {
    // The server accepts tensors with and without a batch dimension. If a tensor has as many dimensions as the model's tensor, the server
    // adds a batch dimension of 1. If the tensor has one dimension more, the server uses the first dimension as the batch dimension.
    id: 'ens.unbatched',
    severity: Severity.WARNING,
    *check(ensemble, context) {
      if (ensemble.max_batch_size > 0) return;
      const largestBatch = largestCommonBatch(ensemble, context);
      const inputs = pairUses(ensemble, context).filter(({ first }) => namesOf(ensemble.input).has(first.tensor));
      if (largestBatch > 1 && inputs.some(({ first, use }) => areCompatible(use.dims, first.dims))) {
        yield {
          field: 'max_batch_size',
          message:
            `got none, but the ensemble's models batch up to ${largestBatch}: each request is a batch of 1 for these models, and a request with a larger ` +
            `batch is rejected; set max_batch_size to at most ${largestBatch}`,
        };
      }
      for (const { first, use } of inputs) {
        const { max_batch_size: maxBatchSize = 0 } = context.models.get(use.model) ?? {};
        const isBatch = maxBatchSize > 0 && first.dims.length === use.dims.length + 1;
        if (isBatch && first.dims[0] > maxBatchSize) {
          yield {
            field: use.field,
            message:
              `tensor '${use.tensor}' has ${first.dims[0]} as the batch of model '${use.model}', whose max_batch_size is ${maxBatchSize}:` +
              ' every request fails; lower the first, or raise the second',
          };
        }
      }
    },
  },
];

/** Returns the maximum batch size that all models of an ensemble support. 0 if a model does not support batching, or is not known. */
function largestCommonBatch(ensemble: ModelConfigDocument, context: RepositoryContext): number {
  const steps = resolvedSteps(ensemble, context);
  const areAllKnown = steps.length > 0 && steps.length === ensemble.ensemble_scheduling?.step.length;
  return areAllKnown ? Math.min(...steps.map(({ member }) => member.max_batch_size)) : 0;
}
