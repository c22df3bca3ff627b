import { Severity } from '../../findings/finding';
import { ConfigRule } from './context';
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

/** First releases that reject a path outside of the model's folder. Earlier releases read the file. */
const FIRST_WITH_LABEL_CHECK = '26.02';
const FIRST_WITH_BATCH_STRATEGY_CHECK = '26.06';

export const servingRules: ConfigRule[] = [
  {
    id: 'repo.latest',
    *check({ version_policy: policy }) {
      if (policy?.latest?.num_versions === 0) {
        yield {
          field: 'version_policy.latest.num_versions',
          message: 'latest with num_versions 0 loads no version; set 1 or more, or leave version_policy out',
        };
      }
    },
  },
  {
    id: 'repo.version-specific',
    *check({ version_policy: policy }) {
      if (policy?.specific?.versions.length === 0) {
        yield {
          field: 'version_policy.specific.versions',
          message: 'specific without versions loads no version; list the versions to load, e.g. [ 1 ]',
        };
      }
    },
  },
  {
    id: 'agents.none',
    *check({ model_repository_agents: agents }) {
      if (agents?.agents.length === 0) {
        yield {
          field: 'model_repository_agents.agents',
          message: 'model_repository_agents without agents crashes the server; list the agents, or leave it out',
        };
      }
    },
  },
  {
    id: 'cache.decoupled',
    *check({ response_cache: cache, model_transaction_policy: policy }) {
      if (cache?.enable && policy?.decoupled) {
        yield {
          field: 'response_cache.enable',
          message: 'the response cache does not work with decoupled models; disable it',
        };
      }
    },
  },
  {
    id: 'param.unfilled',
    severity: Severity.WARNING,
    *check({ parameters }) {
      for (const [key, { string_value: value }] of parameters) {
        if (/^\$\{\w+\}$/.test(value)) {
          yield {
            field: `parameters[${key}]`,
            message: `got '${value}', the placeholder of an unfilled template; fill in its value, or leave the parameter out`,
          };
        }
      }
    },
  },
  {
    id: 'param.batch-strategy-seq',
    *check({ parameters, sequence_batching: batching }) {
      if (batching && parameters.has(BATCH_STRATEGY_PARAMETER)) {
        yield {
          field: `parameters[${BATCH_STRATEGY_PARAMETER}]`,
          message: 'a batching strategy does not work with sequence_batching; leave one of them out',
        };
      }
    },
  },
  {
    id: 'param.batch-strategy-escape',
    *check({ parameters }, { release }) {
      const path = parameters.get(BATCH_STRATEGY_PARAMETER)?.string_value ?? '';
      if (!path.startsWith('/') && leavesFolder(path)) {
        yield {
          field: `parameters[${BATCH_STRATEGY_PARAMETER}]`,
          message: `'${path}' is outside of the model's folder; move the library into it`,
          severity: release < FIRST_WITH_BATCH_STRATEGY_CHECK ? Severity.WARNING : Severity.ERROR,
        };
      }
    },
  },
  {
    id: 'output.label-duplicate',
    *check({ output }) {
      const outputsWithLabels = output.flatMap(({ name, label_filename: path }, index) =>
        path === '' ? [] : { name, index },
      );
      for (const duplicate of duplicateIndices(outputsWithLabels.map(({ name }) => name))) {
        const { name, index } = outputsWithLabels[duplicate];
        yield {
          field: `output[${index}].label_filename`,
          message: `output '${name}' has more than one label file; set one`,
        };
      }
    },
  },
  {
    id: 'output.label-escape',
    *check({ output }, { release }) {
      for (const [index, { label_filename: path }] of output.entries()) {
        if (leavesFolder(path)) {
          yield {
            field: `output[${index}].label_filename`,
            message: `'${path}' is outside of the model's folder; move the label file into it`,
            severity: release < FIRST_WITH_LABEL_CHECK ? Severity.WARNING : Severity.ERROR,
          };
        }
      }
    },
  },
];
