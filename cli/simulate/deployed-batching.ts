import { DynamicBatchingOptions } from '../../lib/model';
import { ModelConfig } from '../../lib/model-config';
import { TemplateVariant } from '../assembly/endpoints';
import { Deployment, publicationOf } from '../assembly/publications';

/** How a model combines requests. */
export interface Batching {
  readonly maxBatchSize?: number;
  readonly dynamicBatching?: DynamicBatchingOptions;
}

/**
 * The batching of the model of a variant, from its config.pbtxt. Empty if the assembly does not contain it, or if the variant serves several
 * models, because then the measurements decide.
 *
 * @throws if the model uses sequence batching, which is not simulated
 */
export function batchingOf(endpointName: string, { models }: TemplateVariant, deployment: Deployment): Batching {
  const configs = models.flatMap(({ dataUri }) => configsAt(dataUri, deployment));
  const sequential = configs.find(({ config }) => config._document.sequence_batching !== undefined);
  if (sequential) {
    throw new Error(
      `simulate: the endpoint ${endpointName} serves the model ${sequential.model} with sequence batching, which is not simulated`,
    );
  }
  if (configs.length !== 1) return {};
  const { max_batch_size: maxBatchSize, dynamic_batching: batching } = configs[0].config._document;
  if (batching === undefined || maxBatchSize < 1) return { maxBatchSize: 1 };
  const maxQueueDelayMicroseconds = Number(batching.max_queue_delay_microseconds);
  return { maxBatchSize, dynamicBatching: maxQueueDelayMicroseconds > 0 ? { maxQueueDelayMicroseconds } : {} };
}

function configsAt(dataUri: string, deployment: Deployment): { model: string; config: ModelConfig }[] {
  const files = publicationOf(dataUri, deployment)?.files ?? [];
  return [...files].flatMap(([path, { text }]) => {
    const [file, model = ''] = path.split('/').reverse();
    return file === 'config.pbtxt' && text !== undefined ? [{ model, config: ModelConfig.fromText(text) }] : [];
  });
}
