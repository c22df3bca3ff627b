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
  const isDecoupled = (config: ModelConfigDocument): boolean =>
    config.ensemble_scheduling ? flowOf(config).decoupled : (config.model_transaction_policy?.decoupled ?? false);
  const flowOf = (ensemble: ModelConfigDocument): DecoupledFlow => {
    let flow = flows.get(ensemble);
    if (!flow) {
      flows.set(ensemble, { decoupled: false }); // ends the recursion of ensembles that contain themselves
      flow = decoupledFlow(ensemble, (name) => {
        const member = models.get(name);
        return member !== undefined && isDecoupled(member);
      });
      flows.set(ensemble, flow);
    }
    return flow;
  };
  return { models, versions, flowOf };
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
