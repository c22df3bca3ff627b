import { listed } from '../../findings/listed';
import { nearest } from '../../platform/nearest';
import { ModelConfigDocument } from '../schema/schema';
import { ensembleTagRule } from '../rules/metrics';
import { EnsembleRule, RepositoryContext, wiredSteps } from './context';

/** As many findings are shown; each compares a name with those of all models. */
const MOST_ADVISED = 20;

/** The way along which an ensemble runs itself, if there is one. */
function cycle(ensemble: ModelConfigDocument, { models }: RepositoryContext): string[] | undefined {
  const from = new Map<string, string>();
  const queue = [ensemble.name];
  for (const current of queue) {
    for (const { model_name: name } of models.get(current)?.ensemble_scheduling?.step ?? []) {
      if (name === ensemble.name) {
        const path = [name];
        for (let at: string | undefined = current; at !== undefined; at = from.get(at)) {
          path.push(at);
        }
        return path.reverse();
      }
      if (!from.has(name)) {
        from.set(name, current);
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
      let advised = 0;
      for (const [index, { model_name: name }] of (ensemble?.step ?? []).entries()) {
        if (name !== '' && !models.has(name)) {
          const meant = advised++ < MOST_ADVISED ? nearest(name, [...models.keys()]) : undefined;
          const advice =
            meant === undefined ? 'add it, or correct the name' : `did you mean '${meant}'? Otherwise add it`;
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
      for (const { step, member, field } of wiredSteps(ensemble, context)) {
        const inFiles = context.versions.get(member.name) ?? [];
        const loaded = inFiles.length > 0 ? inFiles : (member.version_policy?.specific?.versions.map(String) ?? []);
        if (loaded.length > 0 && step.model_version !== -1n && !loaded.includes(String(step.model_version))) {
          yield {
            field: `${field}.model_version`,
            message:
              `model '${member.name}' loads version ${listed(loaded)} (${inFiles.length > 0 ? 'version folders' : 'version_policy'}), ` +
              `not ${step.model_version}; ` +
              'set -1 for the latest version, or one of the loaded versions',
          };
        }
      }
    },
  },
  {
    id: 'ens.circular',
    *check(ensemble, context) {
      const path = cycle(ensemble, context);
      if (path) {
        yield {
          field: 'ensemble_scheduling.step',
          message: `the ensemble runs itself: ${path.slice(0, 50).join(' -> ')}${path.length > 50 ? ' -> …' : ''}; break the cycle`,
        };
      }
    },
  },
  {
    id: 'ens.batch',
    *check(ensemble, context) {
      for (const { member, field } of wiredSteps(ensemble, context)) {
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
    id: 'ens.decoupled',
    *check(ensemble, { flowOf }) {
      const { mixing } = flowOf(ensemble);
      if (mixing !== undefined) {
        const where =
          mixing === ensemble.name ? "the ensemble's outputs are" : `the step of model '${mixing}' receives inputs`;
        yield {
          field: 'ensemble_scheduling.step',
          message: `${where} from different decoupled models, whose responses cannot be matched; use the outputs of only one decoupled model`,
        };
      }
    },
  },
];
