import { TritonModel } from '../model';
import { modelAndMembers } from '../model/rules/model-validation';
import { checkPaths } from './check-paths';
import { RepositoryFile, sortByPath } from './repository-file';

/** A placeholder for the version folder of an ensemble. Triton requires the folder, and S3 has no empty folders. */
export function placeholderIn(folder: string): RepositoryFile {
  return { path: `${folder}/.keep`, content: '' };
}

/**
 * The model repository that SageMaker's Triton container requires: `<model>/config.pbtxt` and `<model>/<version>/…` for a model and each
 * model that it uses.
 *
 * @param image description of the image that builds engines, such as its release
 * @param additionalFiles files of models that the library adds
 */
export function repositoryFiles(
  model: TritonModel,
  image?: string,
  additionalFiles: RepositoryFile[] = [],
): RepositoryFile[] {
  const files = sortByPath([...modelAndMembers(model).flatMap(modelFiles), ...additionalFiles]).map((file) =>
    withImage(file, image),
  );
  checkPaths(files);
  return files;
}

/** Sets the image of an engine to build, if the endpoint and therefore the GPU is known. */
function withImage(file: RepositoryFile, image?: string): RepositoryFile {
  const { build } = file;
  if (!build?.target || image === undefined) return file;
  return { ...file, build: build.withImage(image) };
}

function modelFiles(model: TritonModel): RepositoryFile[] {
  const files = [...model._entries(), ...model._packageEntries()].map((file) => ({
    ...file,
    path: `${model.name}/${file.path}`,
  }));
  const config = { path: `${model.name}/config.pbtxt`, content: model.config.toText() };
  const hasVersionFolder = files.some(({ path }) => /^[^/]+\/\d+\//.test(path));
  return hasVersionFolder ? [config, ...files] : [config, ...files, placeholderIn(`${model.name}/1`)];
}
