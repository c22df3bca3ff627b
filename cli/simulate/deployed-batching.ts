import { batchingOf, SimulatedBatching, unsimulatedFeature } from '../../lib/capacity/fleet/model-batching';
import { TemplateVariant } from '../assembly/endpoints';
import { modelConfigsOf } from '../assembly/model-configs';
import { Deployment } from '../assembly/publications';

/**
 * The batching of the model of a variant, from its config.pbtxt. Empty if the assembly does not contain it, or if the variant serves several
 * models, because then the measurements decide.
 *
 * @throws if a model has a feature that is not simulated
 */
export function deployedBatching(
  endpointName: string,
  variant: TemplateVariant,
  deployment: Deployment,
): SimulatedBatching {
  const configs = modelConfigsOf(variant, deployment);
  for (const { model, config } of configs) {
    const feature = unsimulatedFeature(config._document);
    if (feature)
      throw new Error(
        `simulate: the endpoint ${endpointName} serves the model ${model} with ${feature}, which is not simulated`,
      );
  }
  return configs.length === 1 ? batchingOf(configs[0].config._document) : {};
}
