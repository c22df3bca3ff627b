import { TritonModel } from '../triton-model';
import { modelAndMembers } from '../rules/model-validation';
import { ExportedMetrics } from './metrics-exporter';

/** The models that a server serves, and properties of the server. */
export interface ServerContext {
  readonly release: string;
  readonly models: TritonModel[];
  readonly multiModel: boolean;
  /** Number of GPUs of an instance. Undefined if the instance type is unknown. */
  readonly gpuCount?: number;
  /** Undefined if the metrics of the server are not published. */
  readonly exportedMetrics?: ExportedMetrics;
}

/** A model of the server, or a member (a model that a different model uses), with the path of the property that contains the model. */
export interface ServedModel {
  readonly model: TritonModel;
  readonly field: string;
}

/** The models of the server and their members. */
export function modelsWithMembers({ models, multiModel }: ServerContext): ServedModel[] {
  return models.flatMap((root) => {
    const prefix = multiModel ? `models.${root.name}` : 'model';
    return modelAndMembers(root).map((model) => ({
      model,
      field: model === root ? prefix : `${prefix}.members.${model.name}`,
    }));
  });
}

/** Names of the models that Python models call. Unlike composing models of an ensemble, these models are not loaded automatically. */
export function calledModels(served: ServerContext): string[] {
  const called = modelsWithMembers(served)
    .filter(({ model }) => model.backend.platform !== 'ensemble')
    .flatMap(({ model }) => model.members.map(({ name }) => name));
  return [...new Set(called)];
}
