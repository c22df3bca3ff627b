import { Severity } from '../../findings/finding';
import { joinNames } from '../../findings/join-names';
import { RuleFinding } from '../../findings/rule';
import { MessageOf, ModelConfigDocument } from '../schema/schema';
import { ConfigRule, configRules, partRules, withFields } from './context';
import { duplicateIndices } from './duplicates';
import { ensembleGraph, EnsembleTensor, findMissingSource } from './ensemble-graph';

const FIELD = 'ensemble_scheduling.step';

function stepsOf({ ensemble_scheduling: ensemble }: ModelConfigDocument) {
  return withFields(ensemble?.step, FIELD);
}

/** Returns the data flow of an ensemble. Undefined for other models, and if a step has no inputs or no outputs. */
function graphOf(config: ModelConfigDocument) {
  const steps = config.ensemble_scheduling?.step ?? [];
  const isComplete = steps.every(({ input_map: inputs, output_map: outputs }) => inputs.size > 0 && outputs.size > 0);
  return config.platform === 'ensemble' && steps.length > 0 && isComplete
    ? ensembleGraph(steps, config.input)
    : undefined;
}

/** The inputs or outputs of an ensemble with a data flow, and their tensors in it. */
function tensorsIn(side: 'input' | 'output') {
  return (config: ModelConfigDocument) => {
    const graph = graphOf(config);
    const tensors: readonly { readonly name: string }[] = config[side];
    return graph ? withFields(tensors, side).map((each) => ({ ...each, tensor: graph.get(each.name) })) : [];
  };
}

/** Fields that an ensemble must not set. */
const FORBIDDEN_FIELDS = {
  'ens.instance-group': 'instance_group',
  'ens.optimization': 'optimization',
  'ens.warmup': 'model_warmup',
} as const;

/** Required fields of each step, and why. */
const REQUIRED_FIELDS = {
  'ens.step-model': ['model_name', 'the model_name of the model it runs'],
  'ens.step-input': ['input_map', "an input_map from the model's inputs to tensors of the ensemble"],
  'ens.step-output': ['output_map', "an output_map from the model's outputs to tensors of the ensemble"],
} as const;

export const ensembleRules: ConfigRule[] = [
  ...configRules([
    {
      id: 'ens.no-scheduling',
      when: ({ platform, ensemble_scheduling: ensemble }) => platform === 'ensemble' && !ensemble,
      at: 'ensemble_scheduling',
      message: 'platform ensemble requires ensemble_scheduling with its steps',
    },
    {
      id: 'ens.platform',
      // If the backend is 'ensemble', the rule backend.platform-name reports it.
      when: ({ ensemble_scheduling: ensemble }, { backend, platform }) =>
        ensemble && platform !== 'ensemble' && backend !== 'ensemble',
      at: 'platform',
      message: (_, { platform }) => `ensemble_scheduling requires platform: 'ensemble', got '${platform}'`,
    },
    ...Object.entries(FORBIDDEN_FIELDS).map(([id, field]) => ({
      id,
      when: (config: ModelConfigDocument) => {
        const value = config[field];
        return config.ensemble_scheduling && (Array.isArray(value) ? value.length > 0 : value !== undefined);
      },
      at: field,
      message: `an ensemble accepts no ${field}; set it on its composing models`,
    })),
    {
      id: 'ens.steps',
      when: ({ ensemble_scheduling: ensemble }) => ensemble?.step.length === 0,
      at: FIELD,
      message: 'an ensemble needs at least one step',
    },
  ]),
  ...partRules(stepsOf, [
    ...Object.entries(REQUIRED_FIELDS).map(([id, [field, requirement]]) => ({
      id,
      when: (step: MessageOf<'ModelEnsembling.Step'>) => {
        const value = step[field];
        return value instanceof Map ? value.size === 0 : value === '';
      },
      at: `.${field}`,
      message: `the step needs ${requirement}`,
    })),
    {
      id: 'ens.step-version',
      severity: Severity.WARNING,
      when: ({ model_version: version }) => version !== -1n && version < 1n,
      at: '.model_version',
      message: ({ model_version: version }) =>
        `model_version ${version} means the version folder with that name; set -1 for the latest version`,
    },
    {
      id: 'ens.namespace',
      severity: Severity.WARNING,
      when: ({ model_namespace: namespace }) => namespace !== '',
      at: '.model_namespace',
      message: 'the server sets model_namespace; leave it out',
    },
  ]),
  {
    id: 'ens.output-dup',
    *check(config) {
      const writes = stepsOf(config).flatMap(({ output_map: outputs, field }) =>
        [...outputs].map(([output, tensor]) => ({ tensor, field: `${field}.output_map[${output}]` })),
      );
      for (const index of duplicateIndices(writes.map(({ tensor }) => tensor))) {
        const { tensor, field } = writes[index];
        yield { field, message: `tensor '${tensor}' is written more than once; map each output to a separate tensor` };
      }
    },
  },
  ...partRules(tensorsIn('input'), [
    {
      id: 'ens.input-unused',
      when: ({ tensor }) => !tensor,
      message: ({ name }) => `no step uses ensemble input '${name}'; map it, or remove it`,
    },
    {
      id: 'ens.input-written',
      severity: Severity.WARNING,
      when: ({ tensor }) => tensor?.isWritten,
      message: ({ name }) => `a step writes ensemble input '${name}'; map the step's output to a separate tensor`,
    },
  ]),
  ...partRules(tensorsIn('output'), [
    {
      id: 'ens.output-missing',
      when: ({ tensor }) => !tensor,
      message: ({ name }) => `no step writes ensemble output '${name}'; map it, or remove it`,
    },
    {
      id: 'ens.output-unreachable',
      when: ({ tensor }) => tensor && !tensor.isComputable,
      message: ({ name, tensor }) => {
        const source = tensor && findMissingSource(tensor);
        const why = !source || source === tensor ? '' : ` because nothing writes tensor '${source.name}'`;
        return `ensemble output '${name}' is never computed${why}; connect every step to the ensemble's inputs`;
      },
    },
  ]),
  {
    id: 'ens.tensor-unused',
    *check(config) {
      const outputs = new Set(config.output.map(({ name }) => name));
      const tensors = [...(graphOf(config)?.values() ?? [])];
      const emptyListFindings = [...checkEmptyLists(config, tensors)];
      yield* emptyListFindings;
      if (emptyListFindings.length > 0) return; // an empty list is the cause of the other unused tensors
      for (const tensor of tensors) {
        if (outputs.has(tensor.name) || (tensor.isComputable && tensor.readers.length > 0)) continue;
        const why = tensor.isComputable ? 'is used by no step and is not an output' : 'is never computed';
        yield { field: FIELD, message: `tensor '${tensor.name}' ${why}; remove it from the maps, or connect it` };
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
