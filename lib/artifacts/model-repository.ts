import { TritonModel } from '../model';
import { checkPaths } from './check-paths';
import { RepositoryFile, sortByPath } from './repository-file';

/** S3 has no empty folders, so an ensemble's version folder, which Triton wants, holds a file. */
export function placeholderIn(folder: string): RepositoryFile {
  return { path: `${folder}/.keep`, content: '' };
}

/**
 * The folder that SageMaker's Triton container wants: `<model>/config.pbtxt` beside `<model>/<version>/…`, for a model and,
 * when it is an ensemble, each of its members.
 *
 * @param image in which engines are built, as far as it is known in every account and region
 */
export function repositoryFiles(model: TritonModel, image?: string): RepositoryFile[] {
  const models = [model, ...allMembers(model)];
  const files = sortByPath(models.flatMap(modelFiles)).map((file) => builtIn(file, image));
  checkPaths(files);
  return files;
}

/** The image of an engine is known when it is bound. */
function builtIn(file: RepositoryFile, image?: string): RepositoryFile {
  const { build } = file;
  if (!build?.target || image === undefined) return file;
  return { ...file, build: { ...build, target: { ...build.target, image } } };
}

function modelFiles(model: TritonModel): RepositoryFile[] {
  const files = model._entries().map((file) => ({ ...file, path: `${model.name}/${file.path}` }));
  const config = { path: `${model.name}/config.pbtxt`, content: model.config.toText() };
  const versioned = files.some(({ path }) => /^[^/]+\/\d+\//.test(path));
  return versioned ? [config, ...files] : [config, ...files, placeholderIn(`${model.name}/1`)];
}

function allMembers(model: TritonModel): TritonModel[] {
  const found = new Map<string, TritonModel>();
  const visit = (ensemble: TritonModel): void => {
    for (const member of ensemble.members) {
      if (found.has(member.name)) continue;
      found.set(member.name, member);
      visit(member);
    }
  };
  visit(model);
  return [...found.values()];
}
