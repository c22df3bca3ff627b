import { Rule } from '../../findings/rule';
import { MessageOf, ModelConfigDocument } from '../schema/schema';
import { decoupledFlow, DecoupledFlow } from './decoupled-flow';

/** What the rules about the wiring of models know beside the ensemble in question. */
export interface RepositoryContext {
  readonly models: ReadonlyMap<string, ModelConfigDocument>;
  /** The versions that the server loads of each model, by its name; none of one whose files are not known. */
  readonly versions: ReadonlyMap<string, readonly string[]>;
  /** Decoupled responses inside an ensemble, and whether the ensemble thereby is decoupled itself. */
  flowOf(ensemble: ModelConfigDocument): DecoupledFlow;
}

export type EnsembleRule = Rule<ModelConfigDocument, RepositoryContext>;

export function repositoryContext(
  configs: readonly ModelConfigDocument[],
  versions: RepositoryContext['versions'] = new Map(),
): RepositoryContext {
  const models = new Map(configs.map((config) => [config.name, config]));
  const flows = new Map<ModelConfigDocument, DecoupledFlow>();
  const done = new Set<ModelConfigDocument>();
  const isDecoupled = (name: string): boolean => {
    const member = models.get(name);
    if (!member?.ensemble_scheduling) return member?.model_transaction_policy?.decoupled ?? false;
    return flows.get(member)?.decoupled ?? false;
  };
  const flowOf = (ensemble: ModelConfigDocument): DecoupledFlow => {
    // Members first, without recursion: ensembles may be in each other thousands deep.
    const stack = flows.has(ensemble) ? [] : [ensemble];
    for (let current = stack.at(-1); current; current = stack.at(-1)) {
      const members = flows.has(current) ? [] : membersOf(current, models).filter((member) => !flows.has(member));
      if (members.length > 0) {
        flows.set(current, { decoupled: false }); // ends the search in ensembles that contain themselves
        stack.push(...members);
      } else {
        stack.pop();
        if (!done.has(current)) flows.set(current, decoupledFlow(current, isDecoupled));
        done.add(current);
      }
    }
    return flows.get(ensemble) ?? { decoupled: false };
  };
  return { models, versions, flowOf };
}

/** The ensembles among the members of one, the last first. */
function membersOf(
  { ensemble_scheduling: ensemble }: ModelConfigDocument,
  models: RepositoryContext['models'],
): ModelConfigDocument[] {
  const members = [...new Set((ensemble?.step ?? []).map((step) => models.get(step.model_name)))];
  return members.flatMap((member) => (member?.ensemble_scheduling ? [member] : [])).reverse();
}

/** A step of an ensemble with the model it runs, where that is in the repository. */
export interface WiredStep {
  readonly step: MessageOf<'ModelEnsembling.Step'>;
  readonly member: ModelConfigDocument;
  readonly field: string;
}

export function wiredSteps(ensemble: ModelConfigDocument, { models }: RepositoryContext): WiredStep[] {
  return (ensemble.ensemble_scheduling?.step ?? []).flatMap((step, index) => {
    const member = models.get(step.model_name);
    return member ? [{ step, member, field: `ensemble_scheduling.step[${index}]` }] : [];
  });
}
