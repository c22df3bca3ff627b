import { TritonModel } from '../../model';
import { modelAndMembers } from '../../model/rules/model-validation';
import { MonitoredModel } from '../../monitoring/server-metrics-source';

/** The models whose metrics a server publishes: first the model of the variant, then its members. */
export function monitoredModels(served: TritonModel[]): MonitoredModel[] {
  return modelsOfServer(served).map(toMonitoredModel);
}

/** The models of a server and their members, without duplicates. */
export function modelsOfServer(served: TritonModel[]): TritonModel[] {
  return [...new Map(served.flatMap(modelAndMembers).map((model) => [model.name, model])).values()];
}

function toMonitoredModel(model: TritonModel): MonitoredModel {
  const { name, maxBatchSize, backend } = model;
  try {
    const { dynamic_batching: batching, response_cache: cache } = model.config._document;
    return {
      name,
      maxBatchSize,
      preferredBatchSizes: batching && [...batching.preferred_batch_size],
      dynamicBatching: backend.platform === 'ensemble' ? false : batching !== undefined,
      responseCache: cache?.enable,
    };
  } catch {
    return { name }; // a check reports why the model has no config.pbtxt
  }
}
