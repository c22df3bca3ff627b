import { Rule } from '../../findings/rule';
import { MessageOf, ModelConfigDocument } from '../schema/schema';
import { decoupledFlow, DecoupledFlow } from './decoupled-flow';

/** What the rules about the wiring of models know beside the ensemble in question. */
export interface RepositoryContext {
  readonly models: ReadonlyMap<string, ModelConfigDocument>;
  /** Decoupled responses inside an ensemble, and whether the ensemble thereby is decoupled itself. */
  flowOf(ensemble: ModelConfigDocument): DecoupledFlow;
}

export type EnsembleRule = Rule<ModelConfigDocument, RepositoryContext>;

export function repositoryContext(configs: readonly ModelConfigDocument[]): RepositoryContext {
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
  return { models, flowOf };
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
