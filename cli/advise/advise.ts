import { LatencyProfile } from '../../lib/measurements';
import { failuresOf, observationsOf } from './text/observations';
import { adviceSentences } from './text/sentences';
import { adviseModel, ModelAdvice } from './model/advise-model';
import { Source } from './read-source';

/** The advice on a model, and the sentences about it. */
export interface AdvisedModel {
  readonly name: string;
  readonly advice: ModelAdvice;
  readonly sentences: string[];
}

export interface Advice {
  readonly models: AdvisedModel[];
}

/** @param profile execution times of a latency table, if the endpoint has a single model */
export function advise({ minutes, variant }: Source, profile?: LatencyProfile): Advice {
  // An ensemble has no executions: its requests are executed by its composing models.
  const judged = [...minutes].filter(([name]) => (variant.models.get(name)?.steps ?? []).length === 0);
  const advised = (name: string, advice: ModelAdvice, observations: string[] = []): AdvisedModel => ({
    name,
    advice,
    sentences: [...observations, ...adviceSentences(advice, variant)],
  });
  return {
    models: judged.map(([name, ofModel]) => {
      const failures = failuresOf(ofModel);
      if (failures !== undefined) return advised(name, { reason: failures });
      const model = variant.models.get(name);
      const advice = model
        ? adviseModel(model, minutes, variant, profile)
        : { reason: 'Its config.pbtxt is not known: set --assembly or --config.' };
      return advised(name, advice, observationsOf(ofModel, model));
    }),
  };
}
