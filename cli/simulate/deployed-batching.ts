import { batchingOf, SimulatedBatching, unsimulatedFeature } from '../../lib/fleet/model-batching';
import { ModelConfig } from '../../lib/model-config';
import { TemplateVariant } from '../assembly/endpoints';
import { Deployment, publicationOf } from '../assembly/publications';

/**
 * The batching of the model of a variant, from its config.pbtxt. Empty if the assembly does not contain it, or if the variant serves several
 * models, because then the measurements decide.
 *
 * @throws if a model has a feature that is not simulated
 */
export function deployedBatching(
  endpointName: string,
  { models }: TemplateVariant,
  deployment: Deployment,
): SimulatedBatching {
  const configs = models.flatMap(({ dataUri }) => configsAt(dataUri, deployment));
  for (const { model, config } of configs) {
    const feature = unsimulatedFeature(config._document);
    if (feature)
      throw new Error(
        `simulate: the endpoint ${endpointName} serves the model ${model} with ${feature}, which is not simulated`,
      );
  }
  return configs.length === 1 ? batchingOf(configs[0].config._document) : {};
}

function configsAt(dataUri: string, deployment: Deployment): { model: string; config: ModelConfig }[] {
  const files = publicationOf(dataUri, deployment)?.files ?? [];
  return [...files].flatMap(([path, { text }]) => {
    const [file, model = ''] = path.split('/').reverse();
    return file === 'config.pbtxt' && text !== undefined ? [{ model, config: ModelConfig.fromText(text) }] : [];
  });
}
