import { Severity } from '../../findings/finding';
import { joinNames } from '../../findings/join-names';
import { RuleFinding } from '../../findings/rule';
import { MessageOf, ModelConfigDocument } from '../schema/schema';
import { ConfigRule } from './context';
import { ensembleGraph, EnsembleTensor, findMissingSource } from './ensemble-graph';

const FIELD = 'ensemble_scheduling.step';

/** Returns all steps of an ensemble, each with its field path for findings. */
export function stepsOf({ ensemble_scheduling: ensemble }: ModelConfigDocument) {
  return (ensemble?.step ?? []).map((step, index) => ({ step, field: `${FIELD}[${index}]` }));
}

/** Returns the data flow of an ensemble. Undefined for other models, and if a step has no inputs or no outputs. */
function graphOf(config: ModelConfigDocument) {
  const steps = stepsOf(config).map(({ step }) => step);
  const isComplete = steps.every(({ input_map: inputs, output_map: outputs }) => inputs.size > 0 && outputs.size > 0);
  return config.platform === 'ensemble' && steps.length > 0 && isComplete
    ? ensembleGraph(steps, config.input)
    : undefined;
}

/** Rule for a field that an ensemble must not set. */
function forbiddenFieldRule(id: string, field: 'instance_group' | 'optimization' | 'model_warmup'): ConfigRule {
  return {
    id,
    *check(config) {
      const value = config[field];
      if (config.ensemble_scheduling && (Array.isArray(value) ? value.length > 0 : value !== undefined)) {
        yield { field, message: `an ensemble accepts no ${field}; set it on its composing models` };
      }
    },
  };
}

/** Rule for a required field of each step. */
function requiredFieldRule(
  id: string,
  field: keyof MessageOf<'ModelEnsembling.Step'>,
  requirement: string,
): ConfigRule {
  return {
    id,
    *check(config) {
      for (const { step, field: stepField } of stepsOf(config)) {
        const value = step[field];
        if (value === '' || (value instanceof Map && value.size === 0)) {
          yield { field: `${stepField}.${field}`, message: `the step needs ${requirement}` };
        }
      }
    },
  };
}

export const ensembleRules: ConfigRule[] = [
  {
    id: 'ens.no-scheduling',
    *check({ platform, ensemble_scheduling: ensemble }) {
      if (platform === 'ensemble' && !ensemble) {
        yield {
          field: 'ensemble_scheduling',
          message: 'platform ensemble requires ensemble_scheduling with its steps',
        };
      }
    },
  },
  {
    id: 'ens.platform',
    *check({ ensemble_scheduling: ensemble }, { platform }) {
      if (ensemble && platform !== 'ensemble') {
        yield {
          field: 'platform',
          message: `ensemble_scheduling requires platform: 'ensemble', got '${platform}'`,
        };
      }
    },
  },
  forbiddenFieldRule('ens.instance-group', 'instance_group'),
  forbiddenFieldRule('ens.optimization', 'optimization'),
  forbiddenFieldRule('ens.warmup', 'model_warmup'),
  {
    id: 'ens.steps',
    *check({ ensemble_scheduling: ensemble }) {
      if (ensemble?.step.length === 0) {
        yield { field: FIELD, message: 'an ensemble needs at least one step' };
      }
    },
  },
  requiredFieldRule('ens.step-model', 'model_name', 'the model_name of the model it runs'),
  requiredFieldRule('ens.step-input', 'input_map', "an input_map from the model's inputs to tensors of the ensemble"),
  requiredFieldRule(
    'ens.step-output',
    'output_map',
    "an output_map from the model's outputs to tensors of the ensemble",
  ),
  {
    id: 'ens.step-version',
    severity: Severity.WARNING,
    *check(config) {
      for (const { step, field } of stepsOf(config)) {
        if (step.model_version !== -1n && step.model_version < 1n) {
          yield {
            field: `${field}.model_version`,
            message: `model_version ${step.model_version} means the version folder with that name; set -1 for the latest version`,
          };
        }
      }
    },
  },
  {
    id: 'ens.namespace',
    severity: Severity.WARNING,
    *check(config) {
      for (const { step, field } of stepsOf(config)) {
        if (step.model_namespace !== '') {
          yield {
            field: `${field}.model_namespace`,
            message: 'the server sets model_namespace; leave it out',
          };
        }
      }
    },
  },
  {
    id: 'ens.output-dup',
    *check(config) {
      const writtenTensors = new Set<string>();
      for (const { step, field } of stepsOf(config)) {
        for (const [output, tensor] of step.output_map) {
          if (writtenTensors.has(tensor)) {
            yield {
              field: `${field}.output_map[${output}]`,
              message: `tensor '${tensor}' is written more than once; map each output to a separate tensor`,
            };
          }
          writtenTensors.add(tensor);
        }
      }
    },
  },
  {
    id: 'ens.input-unused',
    *check(config) {
      const graph = graphOf(config);
      for (const [index, { name }] of graph ? config.input.entries() : []) {
        if (!graph?.has(name)) {
          yield { field: `input[${index}]`, message: `no step uses ensemble input '${name}'; map it, or remove it` };
        }
      }
    },
  },
  {
    id: 'ens.input-written',
    severity: Severity.WARNING,
    *check(config) {
      const graph = graphOf(config);
      for (const [index, { name }] of config.input.entries()) {
        if (graph?.get(name)?.isWritten) {
          yield {
            field: `input[${index}]`,
            message: `a step writes ensemble input '${name}'; map the step's output to a separate tensor`,
          };
        }
      }
    },
  },
  {
    id: 'ens.output-missing',
    *check(config) {
      const graph = graphOf(config);
      for (const [index, { name }] of graph ? config.output.entries() : []) {
        if (!graph?.has(name)) {
          yield {
            field: `output[${index}]`,
            message: `no step writes ensemble output '${name}'; map it, or remove it`,
          };
        }
      }
    },
  },
  {
    id: 'ens.output-unreachable',
    *check(config) {
      const graph = graphOf(config);
      for (const [index, { name }] of config.output.entries()) {
        const tensor = graph?.get(name);
        if (tensor && !tensor.isComputable) {
          const source = findMissingSource(tensor);
          const why = source === tensor ? '' : ` because nothing writes tensor '${source.name}'`;
          yield {
            field: `output[${index}]`,
            message: `ensemble output '${name}' is never computed${why}; connect every step to the ensemble's inputs`,
          };
        }
      }
    },
  },
  {
    id: 'ens.tensor-unused',
    *check(config) {
      const outputs = new Set(config.output.map(({ name }) => name));
      const tensors = [...(graphOf(config)?.values() ?? [])];
      const emptyListFindings = [...checkEmptyLists(config, tensors)];
      yield* emptyListFindings;
      if (emptyListFindings.length > 0) return; // an empty list is the cause of the other unused tensors
      for (const tensor of tensors) {
        if (!outputs.has(tensor.name) && (!tensor.isComputable || tensor.readers.length === 0)) {
          const why = tensor.isComputable ? 'is used by no step and is not an output' : 'is never computed';
          yield {
            field: FIELD,
            message: `tensor '${tensor.name}' ${why}; remove it from the maps, or connect it`,
          };
        }
      }
    },
  },
];

/** Reports an ensemble that lists no inputs or no outputs. */
function* checkEmptyLists({ input, output }: ModelConfigDocument, tensors: EnsembleTensor[]): Iterable<RuleFinding> {
  const inputs = tensors.filter(({ isWritten }) => !isWritten);
  if (input.length === 0 && inputs.length > 0) {
    yield {
      field: 'input',
      message: `the ensemble lists no inputs; list the tensors that its steps read: ${quoteNames(inputs)}`,
    };
  }
  const outputs = tensors.filter(({ readers }) => readers.length === 0);
  if (output.length === 0 && outputs.length > 0) {
    yield {
      field: 'output',
      message: `the ensemble lists no outputs; list the tensors that its steps write: ${quoteNames(outputs)}`,
    };
  }
}

function quoteNames(tensors: EnsembleTensor[]): string {
  return joinNames(tensors.map(({ name }) => `'${name}'`));
}
