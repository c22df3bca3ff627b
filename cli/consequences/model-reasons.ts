import { ModelConfig } from '../../lib/model-config';
import { Container, TemplateVariant, VariantModel } from '../assembly/endpoints';
import { Deployment, PublishedFile, publicationOf } from '../assembly/publications';
import { differences, keysOf, propertyDifferences } from './differences';

/** The deployments before and after the update. */
export type ComparedDeployments = Readonly<Record<'before' | 'after', Deployment>>;

/** Describes the changes of the models of a variant or component, as phrases. */
export function modelsReasons(
  before: TemplateVariant,
  after: TemplateVariant,
  deployments: ComparedDeployments,
  suffix = '',
): string[] {
  return after.models.flatMap((model, index) => {
    const oldModel = before.models[index];
    if (!oldModel) return [];
    return [
      ...dataReasons(oldModel, model, deployments, suffix),
      ...containerReasons(oldModel.container, model.container, suffix),
      ...propertyDifferences(oldModel.properties, model.properties, ['PrimaryContainer', 'Tags'], suffix),
    ];
  });
}

function containerReasons(before: Container, after: Container, suffix: string): string[] {
  const [{ Environment: oldVariables = {} }, { Environment: newVariables = {} }] = [before, after];
  return [
    ...(before.Image === after.Image
      ? []
      : [`image${suffix} changes from ${imageName(before)} to ${imageName(after)}`]),
    ...keysOf(oldVariables, newVariables).flatMap((name) =>
      differences(oldVariables[name], newVariables[name], `environment variable ${name}${suffix}`),
    ),
    ...propertyDifferences(before, after, ['Image', 'Environment', 'ModelDataUrl', 'ModelDataSource'], suffix),
  ];
}

/** The image without its registry. */
function imageName({ Image: image = 'none' }: Container): string {
  return image.split('/').at(-1) ?? image;
}

function dataReasons(
  before: VariantModel,
  after: VariantModel,
  deployments: ComparedDeployments,
  suffix: string,
): string[] {
  if (before.dataUri === after.dataUri) return [];
  const oldFiles = publicationOf(before.dataUri, deployments.before)?.files;
  const newFiles = publicationOf(after.dataUri, deployments.after)?.files;
  if (!oldFiles || !newFiles) return [`the model data${suffix} changes`];
  const changes = fileChanges(oldFiles, newFiles);
  if (after.container.Mode === 'MultiModel') return changes.map((change) => `model ${change.replace('.tar.gz', '')}`);
  return changes.length > 0
    ? changes.map((change) => `${change}${suffix}`)
    : [`the location of the model data${suffix} changes`];
}

/**
 * Describes the changed files of models, with a phrase for each: `max_batch_size changes from 16 to 8 in config.pbtxt`. The files of the Python
 * packages of a model have one phrase.
 */
function fileChanges(before: Map<string, PublishedFile>, after: Map<string, PublishedFile>): string[] {
  const changes = [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path) => {
    const [oldFile, newFile] = [before.get(path), after.get(path)];
    if (oldFile?.contentId === newFile?.contentId) return [];
    if (oldFile?.package !== undefined || newFile?.package !== undefined)
      return [`the Python packages of ${path.split('/')[0]} change`];
    if (!oldFile) return [`${path} is added`];
    if (!newFile) return [`${path} is removed`];
    const settings = settingChanges(oldFile, newFile);
    return settings.length > 0 ? settings.map((change) => `${change} in ${path}`) : [`${path} has different content`];
  });
  return [...new Set(changes)];
}

function settingChanges(before: PublishedFile, after: PublishedFile): string[] {
  if (before.text === undefined || after.text === undefined) return [];
  try {
    return differences(ModelConfig.fromText(before.text).toJson(), ModelConfig.fromText(after.text).toJson());
  } catch {
    return []; // not a configuration, or one with fields of a newer release
  }
}
