import { Rule } from '../../findings/rule';
import { MessageOf, ModelConfigDocument } from '../schema/schema';
import { decoupledFlow, DecoupledFlow } from './decoupled-flow';

/** All models of a repository, for the rules about ensembles. */
export interface RepositoryContext {
  readonly models: ReadonlyMap<string, ModelConfigDocument>;
  /** Versions that the server loads, by model name. Models whose files are not known are omitted. */
  readonly versions: ReadonlyMap<string, readonly string[]>;
  /** Returns whether an ensemble is decoupled, and which model incorrectly mixes the responses of different decoupled models. */
  flowOf(ensemble: ModelConfigDocument): DecoupledFlow;
}

export type EnsembleRule = Rule<ModelConfigDocument, RepositoryContext>;

/** Creates the context of the rules. `flowOf` caches its results, because an ensemble can be part of several ensembles. */
export function repositoryContext(
  configs: readonly ModelConfigDocument[],
  versions: RepositoryContext['versions'] = new Map(),
): RepositoryContext {
  const models = new Map(configs.map((config) => [config.name, config]));
  const flows = new Map<ModelConfigDocument, DecoupledFlow>();
  const completedEnsembles = new Set<ModelConfigDocument>();
  const isDecoupled = (name: string): boolean => {
    const member = models.get(name);
    if (!member?.ensemble_scheduling) return member?.model_transaction_policy?.decoupled ?? false;
    return flows.get(member)?.decoupled ?? false;
  };
  const flowOf = (ensemble: ModelConfigDocument): DecoupledFlow => {
    // Visits nested ensembles before the ensembles that use them. A stack replaces recursion, because ensembles can be nested thousands deep.
    const stack = flows.has(ensemble) ? [] : [ensemble];
    for (let current = stack.at(-1); current; current = stack.at(-1)) {
      const members = flows.has(current) ? [] : nestedEnsembles(current, models).filter((member) => !flows.has(member));
      if (members.length > 0) {
        flows.set(current, { decoupled: false }); // stops the search if an ensemble contains itself
        for (const member of members) stack.push(member);
      } else {
        stack.pop();
        if (!completedEnsembles.has(current)) flows.set(current, decoupledFlow(current, isDecoupled));
        completedEnsembles.add(current);
      }
    }
    return flows.get(ensemble) ?? { decoupled: false };
  };
  return { models, versions, flowOf };
}

/** The ensembles among the composing models of an ensemble, in reverse order. */
function nestedEnsembles(
  { ensemble_scheduling: ensemble }: ModelConfigDocument,
  models: RepositoryContext['models'],
): ModelConfigDocument[] {
  const members = [...new Set((ensemble?.step ?? []).map((step) => models.get(step.model_name)))];
  return members.flatMap((member) => (member?.ensemble_scheduling ? [member] : [])).reverse();
}

/** A step of an ensemble, with the composing model (`member`) that it runs. */
export interface ResolvedStep {
  readonly step: MessageOf<'ModelEnsembling.Step'>;
  readonly member: ModelConfigDocument;
  readonly field: string;
}

/** Returns the steps whose composing models are in the repository. */
export function resolvedSteps(ensemble: ModelConfigDocument, { models }: RepositoryContext): ResolvedStep[] {
  return (ensemble.ensemble_scheduling?.step ?? []).flatMap((step, index) => {
    const member = models.get(step.model_name);
    return member ? [{ step, member, field: `ensemble_scheduling.step[${index}]` }] : [];
  });
}
