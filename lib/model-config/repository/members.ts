import { joinNames } from '../../findings/join-names';
import { nearestName } from '../../findings/nearest';
import { Severity } from '../../findings/finding';
import { ModelConfigDocument } from '../schema/schema';
import { ensembleTagRule } from '../rules/metrics';
import { EnsembleRule, RepositoryContext, resolvedSteps } from './context';

/** Limits the run time, because each suggestion compares a name with all model names. A report shows at most this number of findings. */
const MAX_SUGGESTIONS = 20;

/** Number of models in the message about a cycle. Each ensemble of a cycle has such a message, so a message shows only the beginning. */
const SHOWN_MODELS = 10;

/** Returns the names of the models in a cycle from an ensemble back to itself. Undefined if the ensemble is in no cycle. */
function findCycle(ensemble: ModelConfigDocument, { models }: RepositoryContext): string[] | undefined {
  const predecessors = new Map<string, string>();
  const queue = [ensemble.name];
  for (const current of queue) {
    for (const { model_name: name } of models.get(current)?.ensemble_scheduling?.step ?? []) {
      if (name === ensemble.name) {
        const path = [name];
        for (let model: string | undefined = current; model !== undefined; model = predecessors.get(model)) {
          path.push(model);
        }
        return path.reverse();
      }
      if (!predecessors.has(name)) {
        predecessors.set(name, current);
        queue.push(name);
      }
    }
  }
  return undefined;
}

export const memberRules: EnsembleRule[] = [
  ensembleTagRule,
  {
    id: 'ens.step-exists',
    *check({ ensemble_scheduling: ensemble }, { models }) {
      let suggestions = 0;
      for (const [index, { model_name: name }] of (ensemble?.step ?? []).entries()) {
        if (name !== '' && !models.has(name)) {
          const suggestion = suggestions++ < MAX_SUGGESTIONS ? nearestName(name, [...models.keys()]) : undefined;
          const advice =
            suggestion === undefined ? 'add it, or correct the name' : `did you mean '${suggestion}'? Otherwise add it`;
          yield {
            field: `ensemble_scheduling.step[${index}].model_name`,
            message: `the repository has no model '${name}'; ${advice}`,
          };
        }
      }
    },
  },
  {
    id: 'ens.step-version',
    *check(ensemble, context) {
      for (const { step, member, field } of resolvedSteps(ensemble, context)) {
        const folders = context.versions.get(member.name) ?? [];
        const loadedVersions =
          folders.length > 0 ? folders : (member.version_policy?.specific?.versions.map(String) ?? []);
        if (
          loadedVersions.length > 0 &&
          step.model_version !== -1n &&
          !loadedVersions.includes(String(step.model_version))
        ) {
          yield {
            field: `${field}.model_version`,
            message:
              `model '${member.name}' loads version ${joinNames(loadedVersions)} ` +
              `(${folders.length > 0 ? 'version folders' : 'version_policy'}), not ${step.model_version}; ` +
              'set -1 for the latest version, or one of the loaded versions',
          };
        }
      }
    },
  },
  {
    id: 'ens.circular',
    *check(ensemble, context) {
      const path = findCycle(ensemble, context);
      if (path) {
        yield {
          field: 'ensemble_scheduling.step',
          message: `the ensemble runs itself: ${path.slice(0, SHOWN_MODELS).join(' -> ')}${path.length > SHOWN_MODELS ? ' -> …' : ''}; break the cycle`,
        };
      }
    },
  },
  {
    id: 'ens.batch',
    *check(ensemble, context) {
      for (const { member, field } of resolvedSteps(ensemble, context)) {
        if (member.max_batch_size > 0 && member.max_batch_size < ensemble.max_batch_size) {
          yield {
            field,
            message:
              `max_batch_size ${ensemble.max_batch_size} of the ensemble is above ${member.max_batch_size} of its model ` +
              `'${member.name}'; lower the first, or raise the second`,
          };
        }
      }
    },
  },
  {
    // The server accepts the ensemble. Without the input, it sends a request without the input to the model (core, ensemble_scheduler.cc, InitStep).
    id: 'ens.optional-input',
    severity: Severity.WARNING,
    *check(ensemble, context) {
      const optional = new Set(ensemble.input.filter((input) => input.optional).map(({ name }) => name));
      for (const { step, member, field } of resolvedSteps(ensemble, context)) {
        for (const input of member.input.filter((each) => !each.optional)) {
          const tensor = step.input_map.get(input.name);
          if (tensor !== undefined && optional.has(tensor)) {
            yield {
              field: `${field}.input_map[${input.name}]`,
              message:
                `ensemble input '${tensor}' is optional, but input '${input.name}' of model '${member.name}' is required, so each request ` +
                `without '${tensor}' fails; make both optional, or neither`,
            };
          }
        }
      }
    },
  },
  {
    id: 'ens.decoupled',
    *check(ensemble, { flowOf }) {
      const { mixingModel } = flowOf(ensemble);
      if (mixingModel !== undefined) {
        const where =
          mixingModel === ensemble.name
            ? "the ensemble's outputs are"
            : `the step of model '${mixingModel}' receives inputs`;
        yield {
          field: 'ensemble_scheduling.step',
          message: `${where} from different decoupled models, whose responses cannot be matched; use the outputs of only one decoupled model`,
        };
      }
    },
  },
];
