import { modelAndMembers } from './model-validation';
import { TritonModel } from './triton-model';

/**
 * The time that a request waits on an idle server, in milliseconds: the sum of the queue delays of the models and their members. A model
 * whose configuration cannot be rendered counts as 0, because a check reports it.
 */
export function queueDelayOf(models: TritonModel[]): number {
  return models.flatMap(modelAndMembers).reduce((sum, model) => sum + delayOf(model), 0);
}

function delayOf(model: TritonModel): number {
  try {
    return Number(model.config._document.dynamic_batching?.max_queue_delay_microseconds ?? 0) / 1000;
  } catch {
    return 0;
  }
}
