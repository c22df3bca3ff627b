import { TritonModel } from '../model';
import { HashedFile, hashFile, RepositoryFile, sortByPath } from './repository-file';

/** S3 and tar archives that are read as S3 objects have no empty folders, so an ensemble's version folder holds this file. */
const PLACEHOLDER = '.keep';

/**
 * The folder that SageMaker's Triton container wants: `<model>/config.pbtxt` beside `<model>/<version>/…`, for a model and,
 * when it is an ensemble, each of its members.
 */
export function repositoryFiles(model: TritonModel): HashedFile[] {
  const models = [model, ...allMembers(model)];
  return sortByPath(models.flatMap(modelFiles)).map(hashFile);
}

function modelFiles(model: TritonModel): RepositoryFile[] {
  const files = model._entries().map(({ path, source }) => ({ path: `${model.name}/${path}`, source }));
  const config = { path: `${model.name}/config.pbtxt`, content: model.config.toText() };
  return files.length === 0 ? [config, { path: `${model.name}/1/${PLACEHOLDER}`, content: '' }] : [config, ...files];
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
