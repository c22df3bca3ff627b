import { joinNames } from '../../findings/join-names';
import { Severity } from '../../findings/finding';
import { ModelConfigDocument } from '../schema/schema';
import { ConfigRule, configRules, partRules, withFields } from './context';
import { duplicateIndices } from './duplicates';

const BATCH_STRATEGY_PARAMETER = 'TRITON_BATCH_STRATEGY_PATH';

/** Whether a relative path leaves the folder to which it is relative. */
function leavesFolder(path: string): boolean {
  let depth = 0;
  return path.split('/').some((part) => {
    if (part !== '' && part !== '.') depth += part === '..' ? -1 : 1;
    return depth < 0;
  });
}

/** The path of the library with the batching strategy. Empty if there is none. */
function batchStrategyOf({ parameters }: ModelConfigDocument): string {
  return parameters.get(BATCH_STRATEGY_PARAMETER)?.string_value ?? '';
}

/** First releases that reject a path outside of the model's folder. Earlier releases read the file. */
const FIRST_WITH_LABEL_CHECK = '26.02';
const FIRST_WITH_BATCH_STRATEGY_CHECK = '26.06';

function outputsOf({ output }: ModelConfigDocument) {
  return withFields(output, 'output');
}

export const servingRules: ConfigRule[] = [
  ...configRules([
    {
      id: 'repo.latest',
      when: ({ version_policy: policy }) => policy?.latest?.num_versions === 0,
      at: 'version_policy.latest.num_versions',
      message: 'latest with num_versions 0 loads no version; set 1 or more, or leave version_policy out',
    },
    {
      id: 'repo.version-specific',
      when: ({ version_policy: policy }) => policy?.specific?.versions.length === 0,
      at: 'version_policy.specific.versions',
      message: 'specific without versions loads no version; list the versions to load, e.g. [ 1 ]',
    },
    {
      id: 'agents.none',
      when: ({ model_repository_agents: agents }) => agents?.agents.length === 0,
      at: 'model_repository_agents.agents',
      message: 'model_repository_agents without agents crashes the server; list the agents, or leave it out',
    },
    {
      id: 'cache.decoupled',
      when: ({ response_cache: cache, model_transaction_policy: policy }) => cache?.enable && policy?.decoupled,
      at: 'response_cache.enable',
      message: 'the response cache does not work with decoupled models; disable it',
    },
  ]),
  {
    id: 'param.unfilled',
    severity: Severity.WARNING,
    *check({ parameters }) {
      // One finding, because all parameters of a template are unfilled for the same reason.
      const unfilled = [...parameters].filter(([, { string_value: value }]) => /^\$\{\w+\}$/.test(value));
      if (unfilled.length === 0) return;
      const [[key, { string_value: value }], ...others] = unfilled;
      const advice = 'fill in its value, or leave the parameter out';
      yield {
        field: `parameters[${key}]`,
        message:
          `got '${value}', the placeholder of an unfilled template; ` +
          (others.length === 0 ? advice : `${advice}, also for ${joinNames(others.map(([other]) => other))}`),
      };
    },
  },
  ...configRules([
    {
      id: 'param.batch-strategy-seq',
      when: ({ parameters, sequence_batching: batching }) => batching && parameters.has(BATCH_STRATEGY_PARAMETER),
      at: `parameters[${BATCH_STRATEGY_PARAMETER}]`,
      message: 'a batching strategy does not work with sequence_batching; leave one of them out',
    },
    {
      id: 'param.batch-strategy-escape',
      severity: (_, { release }) => (release < FIRST_WITH_BATCH_STRATEGY_CHECK ? Severity.WARNING : Severity.ERROR),
      when: (config) => !batchStrategyOf(config).startsWith('/') && leavesFolder(batchStrategyOf(config)),
      at: `parameters[${BATCH_STRATEGY_PARAMETER}]`,
      message: (config) => `'${batchStrategyOf(config)}' is outside of the model's folder; move the library into it`,
    },
  ]),
  {
    id: 'output.label-duplicate',
    *check(config) {
      const outputs = outputsOf(config).filter(({ label_filename: path }) => path !== '');
      for (const duplicate of duplicateIndices(outputs.map(({ name }) => name))) {
        const { name, field } = outputs[duplicate];
        yield {
          field: `${field}.label_filename`,
          message: `output '${name}' has more than one label file; set one`,
        };
      }
    },
  },
  ...partRules(outputsOf, [
    {
      id: 'output.label-escape',
      severity: (_, { release }) => (release < FIRST_WITH_LABEL_CHECK ? Severity.WARNING : Severity.ERROR),
      when: ({ label_filename: path }) => leavesFolder(path),
      at: '.label_filename',
      message: ({ label_filename: path }) => `'${path}' is outside of the model's folder; move the label file into it`,
    },
  ]),
];
