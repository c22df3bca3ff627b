import { listed } from '../../findings/listed';
import { Severity } from '../../findings/finding';
import { instanceFacts } from '../../platform/instance-facts';
import { MessageOf, ModelConfigDocument } from '../schema/schema';
import { ConfigRule } from './context';

/** The samples that the server builds: those with a batch size, unless every instance is passive. */
function samples({ model_warmup: warmup, instance_group: groups }: ModelConfigDocument) {
  const active = groups.length === 0 || groups.some(({ passive }) => !passive);
  return (active ? warmup : []).flatMap((sample, index) =>
    sample.batch_size > 0 ? [{ ...sample, field: `model_warmup[${index}]` }] : [],
  );
}

function tensors(config: ModelConfigDocument) {
  return samples(config).flatMap(({ inputs, field }) =>
    [...inputs].map(([name, tensor]) => ({ name, tensor, field: `${field}.inputs[${name}]` })),
  );
}

function fits(tensor: MessageOf<'ModelWarmup.Input'>, input: MessageOf<'ModelInput'>): boolean {
  return (
    tensor.dims.length === input.dims.length &&
    tensor.dims.every((dim, index) => input.dims[index] === -1n || input.dims[index] === dim)
  );
}

/** Memory that the server allocates for a tensor that it makes: a type's name ends in its bits, and a string has four bytes of length. */
function gibibytesOf({ data_type: type, dims }: MessageOf<'ModelWarmup.Input'>): number {
  const bits = type === 'TYPE_STRING' ? 32 : Number(/^TYPE_(?:BF|FP|U?INT)(\d{1,2})$/.exec(type)?.[1] ?? 8);
  return dims.reduce((product, dim) => product * Math.max(0, Number(dim)), bits / 8) / 1024 ** 3;
}

export const warmupRules: ConfigRule[] = [
  {
    id: 'warm.batch0',
    severity: Severity.WARNING,
    *check({ model_warmup: warmup }) {
      for (const [index, { batch_size: size }] of warmup.entries()) {
        if (size === 0) {
          yield {
            field: `model_warmup[${index}].batch_size`,
            message: 'a sample without batch_size is skipped; set 1 or more',
          };
        }
      }
    },
  },
  {
    id: 'warm.wild',
    *check(config) {
      for (const { name, tensor, field } of tensors(config)) {
        if (tensor.dims.some((dim) => dim < 0n)) {
          yield {
            field: `${field}.dims`,
            message: `warm-up input '${name}' needs fixed dims, got [ ${tensor.dims.join(', ')} ]`,
          };
        }
      }
    },
  },
  {
    id: 'warm.kind',
    *check(config) {
      for (const { name, tensor, field } of tensors(config)) {
        if (tensor.zero_data === undefined && tensor.random_data === undefined && !tensor.input_data_file) {
          yield {
            field,
            message: `warm-up input '${name}' has no data; set zero_data: true, random_data: true or an input_data_file`,
          };
        }
      }
    },
  },
  {
    id: 'warm.random-string',
    severity: Severity.WARNING,
    *check(config) {
      for (const { name, tensor, field } of tensors(config)) {
        if (tensor.data_type === 'TYPE_STRING' && tensor.random_data !== undefined) {
          yield {
            field: `${field}.random_data`,
            message: `random_data does not support strings: input '${name}' would receive empty strings; use zero_data, or an input_data_file`,
          };
        }
      }
    },
  },
  {
    id: 'warm.size',
    *check(config, { instanceType }) {
      const { name: type, memoryGiB: memory } = instanceFacts(instanceType?.name ?? '') ?? {};
      if (memory === undefined) return;
      for (const { name, tensor, field } of tensors(config)) {
        const size = gibibytesOf(tensor);
        if (size > memory) {
          yield {
            field: `${field}.dims`,
            message:
              `warm-up input '${name}' has ${size.toFixed(0)} GiB, more than the ${memory} GiB of memory of ${type}: ` +
              'the server crashes; use dims as small as the dims of a request',
          };
        }
      }
    },
  },
  {
    id: 'warm.match',
    *check(config) {
      const required = config.input.filter(({ optional }) => !optional);
      for (const { inputs, field } of samples(config)) {
        const given = config.input.filter(({ name }) => inputs.has(name));
        const missing = required.filter(({ name }) => !inputs.has(name)).map(({ name }) => `'${name}'`);
        if (missing.length > 0) {
          yield {
            field: `${field}.inputs`,
            message: `the sample lacks input ${listed(missing)}; list every input of the model`,
            // The server counts, so that an optional input can stand in for a required one.
            severity: given.length < required.length ? Severity.ERROR : Severity.WARNING,
          };
        }
      }
      const inputs = new Map(config.input.map((one) => [one.name, one]));
      for (const { name, tensor, field } of tensors(config)) {
        const input = inputs.get(name);
        if (!input) {
          // Sequence controls and states are given this way; the server passes other names to the backend, too.
          if (!config.sequence_batching) {
            yield {
              field,
              message: `'${name}' is not an input of the model; leave it out, or correct the name`,
              severity: Severity.WARNING,
            };
          }
        } else if (input.is_shape_tensor && config.max_batch_size > 0) {
          yield {
            field,
            message: `shape tensor '${name}' of a model with max_batch_size ${config.max_batch_size} cannot be warmed up; leave the sample out`,
          };
        } else if (tensor.data_type !== input.data_type && input.data_type !== 'TYPE_INVALID') {
          yield {
            field: `${field}.data_type`,
            message: `warm-up data of ${tensor.data_type} for input '${name}' of ${input.data_type}; make them equal`,
          };
        } else if (input.dims.length > 0 && !fits(tensor, input)) {
          yield {
            field: `${field}.dims`,
            message:
              `warm-up data of dims [ ${tensor.dims.join(', ')} ] for input '${name}' of dims ` +
              `[ ${input.dims.join(', ')} ]; use matching dims, without the batch dimension`,
          };
        }
      }
    },
  },
];
