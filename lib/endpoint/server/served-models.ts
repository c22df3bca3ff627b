import { TritonModel } from '../../model';
import { modelAndMembers } from '../../model/model-validation';

/** What the server has to serve, and with which release. */
export interface ServedModels {
  readonly release: string;
  readonly models: TritonModel[];
  readonly multiModel: boolean;
  /** GPUs of an instance, where that is known. */
  readonly gpuCount?: number;
}

/** A model or member, with the property that it stands in. */
export interface ServedModel {
  readonly model: TritonModel;
  readonly field: string;
}

export function servedModels({ models, multiModel }: ServedModels): ServedModel[] {
  return models.flatMap((asked) => {
    const prefix = multiModel ? `models.${asked.name}` : 'model';
    return modelAndMembers(asked).map((model) => ({
      model,
      field: model === asked ? prefix : `${prefix}.members.${model.name}`,
    }));
  });
}

/** Models that a Python model calls: unlike an ensemble's steps, the server does not load them by itself. */
export function calledModels(served: ServedModels): string[] {
  const called = servedModels(served)
    .filter(({ model }) => model.backend.platform !== 'ensemble')
    .flatMap(({ model }) => model.members.map(({ name }) => name));
  return [...new Set(called)];
}
