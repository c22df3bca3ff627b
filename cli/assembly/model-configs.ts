import { ModelConfig } from '../../lib/model-config';
import { TemplateVariant } from './endpoints';
import { Deployment, publicationOf } from './publications';

/** The configuration of a model of a variant. */
export interface VariantModelConfig {
  /** The name of the folder of the model, which is its name in Triton. */
  readonly model: string;
  readonly config: ModelConfig;
}

/** The configurations of the models that a variant serves. Empty if the assembly does not contain them. */
export function modelConfigsOf({ models }: TemplateVariant, deployment: Deployment): VariantModelConfig[] {
  return models.flatMap(({ dataUri }) =>
    [...(publicationOf(dataUri, deployment)?.files ?? [])].flatMap(([path, { text }]) => {
      const [file, model = ''] = path.split('/').reverse();
      return file === 'config.pbtxt' && text !== undefined ? [{ model, config: ModelConfig.fromText(text) }] : [];
    }),
  );
}
