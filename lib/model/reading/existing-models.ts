import * as path from 'path';
import { inLanguageOfApp } from '../../findings/in-language-of-app';
import { requireCountWithin } from '../../findings/limits';
import { rulePage } from '../../findings/rule-page';
import { ModelConfig } from '../../model-config';
import { Backend } from '../values/backend';
import { inferFileProperties } from './file-properties';
import { findModelFolders } from './find-model-folders';
import { locateFolder, ModelLocation } from './model-location';
import { calledModelsIn } from '../files/called-models';
import { readPythonSource } from '../files/python-source';

const MODEL_FOLDER = 'a model is a folder with config.pbtxt, a version folder such as 1, or a model file';

interface CreatedModel<Model> {
  readonly model: Model;
  /** Number of models in the longest chain of uses that begins at the model. */
  readonly levels: number;
  /** Number of chains of uses that begin at the model. It is limited, because the library follows each of them. */
  readonly chains: number;
}

/**
 * Reads a model and the models that it uses from a model repository.
 *
 * @param createModel creates a model from its properties
 */
export function readRepository<Model>(
  folder: string,
  name: string | undefined,
  createModel: (location: ModelLocation, members: Model[]) => Model,
): Model {
  const repository = new ModelFolders(folder);
  const subject = inLanguageOfApp(`TritonModel.fromRepository: ${folder}`);
  const created = new Map<string, CreatedModel<Model> | undefined>();
  const createWithMembers = (name: string, location: ModelLocation, level: number): CreatedModel<Model> => {
    created.set(name, undefined);
    const members = namesOfUsedModels(location).flatMap((used) => {
      const [member, known] = [repository.get(used), created.get(used)];
      // Missing members and cycles, whose model is not complete yet, are skipped here. The validation reports them.
      if (!member || (created.has(used) && !known)) return [];
      requireCountWithin('usedLevels', level + (known?.levels ?? 1), subject);
      return [known ?? createWithMembers(used, member, level + 1)];
    });
    const chains = members.reduce((sum, member) => sum + member.chains, 1);
    requireCountWithin('usedChains', chains, subject);
    const levels = 1 + members.reduce((most, member) => Math.max(most, member.levels), 0);
    const model = createModel(
      location,
      members.map((member) => member.model),
    );
    const result = { model, levels, chains };
    created.set(name, result);
    return result;
  };
  const modelName = name ?? findOnlyRoot(folder, repository);
  const location = repository.get(modelName);
  if (!location) {
    const allowed = repository.names.join(', ') || `none; ${MODEL_FOLDER}`;
    throw new Error(
      inLanguageOfApp(
        `TritonModel.fromRepository: got '${modelName}'; allowed in ${folder}: ${allowed} ${rulePage('files.missing')}`,
      ),
    );
  }
  return createWithMembers(modelName, location, 1).model;
}

/** The models of a repository. A model is read only when it is required, because other models of the repository can be incomplete. */
class ModelFolders {
  public readonly names: string[];
  private readonly models = new Map<string, ModelLocation>();

  constructor(private readonly folder: string) {
    this.names = findModelFolders(folder);
  }

  public get(name: string): ModelLocation | undefined {
    if (!this.names.includes(name)) return undefined;
    const model = this.models.get(name) ?? locateFolder(path.join(this.folder, name));
    this.models.set(name, model);
    return model;
  }
}

/** Returns the name of the only model that no other model uses. */
function findOnlyRoot(folder: string, repository: ModelFolders): string {
  const used = new Set(
    repository.names.flatMap((name) => namesOfUsedModels(repository.get(name)).filter((other) => other !== name)),
  );
  const roots = repository.names.filter((model) => !used.has(model));
  if (roots.length !== 1) {
    const found =
      repository.names.length === 0
        ? `${folder} has no models; ${MODEL_FOLDER}`
        : `${folder} has ${roots.length} models that no other model uses (${roots.join(', ')}): pass the name of one of ${repository.names.join(', ')}`;
    throw new Error(inLanguageOfApp(`TritonModel.fromRepository: got no name; ${found} ${rulePage('files.missing')}`));
  }
  return roots[0];
}

/** Names of the composing models of an ensemble, or of the models that a Python model calls. */
function namesOfUsedModels(location: ModelLocation | undefined): string[] {
  if (!location) return [];
  const { files, config = ModelConfig.fromText('') } = location;
  const { backend } = inferFileProperties(files, { config, hasConfigFile: location.config !== undefined }).properties;
  if (backend.name === Backend.PYTHON.name) return calledModelsIn(readPythonSource(files._content?.files ?? [])).names;
  const steps = config._document.ensemble_scheduling?.step ?? [];
  return [...new Set(steps.map((step) => step.model_name))];
}
