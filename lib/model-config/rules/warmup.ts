import { joinNames } from '../../findings/join-names';
import { Severity } from '../../findings/finding';
import { instanceFacts } from '../../facts/instance-facts';
import { MessageOf, ModelConfigDocument } from '../schema/schema';
import { ConfigRule, partRules, withFields } from './context';

/** Returns the warm-up samples that the server creates: all samples with a batch size above 0, unless all instances are passive. */
function samplesOf({ model_warmup: warmup, instance_group: groups }: ModelConfigDocument) {
  const hasActiveInstances = groups.length === 0 || groups.some(({ passive }) => !passive);
  return (hasActiveInstances ? warmup : []).flatMap((sample, index) =>
    sample.batch_size > 0 ? [{ ...sample, field: `model_warmup[${index}]` }] : [],
  );
}

function sampleTensorsOf(config: ModelConfigDocument) {
  return samplesOf(config).flatMap(({ inputs, field }) =>
    [...inputs].map(([name, tensor]) => ({ name, tensor, field: `${field}.inputs[${name}]` })),
  );
}

function matchesDims(tensor: MessageOf<'ModelWarmup.Input'>, input: MessageOf<'ModelInput'>): boolean {
  return (
    tensor.dims.length === input.dims.length &&
    tensor.dims.every((dim, index) => input.dims[index] === -1n || input.dims[index] === dim)
  );
}

/**
 * Returns the memory that the server allocates for a tensor. The name of a data type ends with its number of bits. A string requires four bytes
 * for its length.
 */
function gibibytesOf({ data_type: type, dims }: MessageOf<'ModelWarmup.Input'>): number {
  const bits = type === 'TYPE_STRING' ? 32 : Number(/^TYPE_(?:BF|FP|U?INT)(\d{1,2})$/.exec(type)?.[1] ?? 8);
  return dims.reduce((product, dim) => product * Math.max(0, Number(dim)), bits / 8) / 1024 ** 3;
}

export const warmupRules: ConfigRule[] = [
  ...partRules(
    ({ model_warmup: warmup }) => withFields(warmup, 'model_warmup'),
    [
      {
        id: 'warm.batch0',
        severity: Severity.WARNING,
        when: ({ batch_size: size }) => size === 0,
        at: '.batch_size',
        message: 'a sample without batch_size is skipped; set 1 or more',
      },
    ],
  ),
  ...partRules(sampleTensorsOf, [
    {
      id: 'warm.wild',
      when: ({ tensor }) => tensor.dims.some((dim) => dim < 0n),
      at: '.dims',
      message: ({ name, tensor }) => `warm-up input '${name}' needs fixed dims, got [ ${tensor.dims.join(', ')} ]`,
    },
    {
      id: 'warm.kind',
      when: ({ tensor }) =>
        tensor.zero_data === undefined && tensor.random_data === undefined && !tensor.input_data_file,
      message: ({ name }) =>
        `warm-up input '${name}' has no data; set zero_data: true, random_data: true or an input_data_file`,
    },
    {
      id: 'warm.random-string',
      severity: Severity.WARNING,
      when: ({ tensor }) => tensor.data_type === 'TYPE_STRING' && tensor.random_data !== undefined,
      at: '.random_data',
      message: ({ name }) =>
        `random_data does not support strings: input '${name}' would receive empty strings; use zero_data, or an input_data_file`,
    },
    {
      id: 'warm.size',
      when: ({ tensor }, { instanceType }) =>
        gibibytesOf(tensor) > (instanceFacts(instanceType?.name ?? '')?.memoryGiB ?? Infinity),
      at: '.dims',
      message: ({ name, tensor }, { instanceType }) => {
        const facts = instanceFacts(instanceType?.name ?? '');
        return (
          `warm-up input '${name}' has ${gibibytesOf(tensor).toFixed(0)} GiB, more than the ${facts?.memoryGiB} GiB of memory of ${facts?.name}: ` +
          'the server crashes; use dims as small as the dims of a request'
        );
      },
    },
  ]),
  {
    id: 'warm.match',
    *check(config) {
      const requiredInputs = config.input.filter(({ optional }) => !optional);
      for (const { inputs, field } of samplesOf(config)) {
        const listedInputs = config.input.filter(({ name }) => inputs.has(name));
        const missingNames = requiredInputs.filter(({ name }) => !inputs.has(name)).map(({ name }) => `'${name}'`);
        if (missingNames.length > 0) {
          yield {
            field: `${field}.inputs`,
            message: `the sample lacks input ${joinNames(missingNames)}; list every input of the model`,
            // The server checks only the number of inputs, so an optional input can replace a required input.
            severity: listedInputs.length < requiredInputs.length ? Severity.ERROR : Severity.WARNING,
          };
        }
      }
      // If several inputs have the same name, the server uses the first.
      const inputs = new Map([...config.input].reverse().map((input) => [input.name, input]));
      for (const { name, tensor, field } of sampleTensorsOf(config)) {
        const input = inputs.get(name);
        if (!input) {
          // With sequence batching, samples can contain controls and states. Other names are warnings, because the server passes them to the
          // backend.
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
        } else if (input.dims.length > 0 && !matchesDims(tensor, input)) {
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
