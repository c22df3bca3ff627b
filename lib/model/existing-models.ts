import * as fs from 'fs';
import * as path from 'path';
import { inLanguageOfApp } from '../findings/in-language-of-app';
import { rulePage } from '../findings/rule-page';
import { isLeftover } from './folder-content';
import { ExistingModel, readModelFolder } from './model-on-disk';
import { namesOfCalledModels, readPythonSource } from './python-source';
import { isVersionFolder } from './version-folder';

/**
 * Reads a model and the models that it uses from a model repository.
 *
 * @param createModel creates a model from its properties
 */
export function readRepository<Model>(
  folder: string,
  name: string | undefined,
  createModel: (props: ExistingModel & { readonly members: Model[] }) => Model,
): Model {
  const repository = new ModelFolders(folder);
  const createWithMembers = (model: string, props: ExistingModel, ancestors: string[]): Model => {
    const modelAndAncestors = [...ancestors, model];
    const members = namesOfUsedModels(props).flatMap((used) => {
      const member = repository.get(used);
      // Missing members and cycles are skipped here. The validation reports them.
      return member && !modelAndAncestors.includes(used) ? [createWithMembers(used, member, modelAndAncestors)] : [];
    });
    return createModel({ ...props, members });
  };
  const modelName = name ?? findOnlyRoot(folder, repository);
  const props = repository.get(modelName);
  if (!props) {
    const allowed =
      repository.names.join(', ') || 'none; a model is a folder with config.pbtxt or a version folder such as 1';
    throw new Error(
      inLanguageOfApp(
        `TritonModel.fromRepository: got '${modelName}'; allowed in ${folder}: ${allowed} ${rulePage('files.missing')}`,
      ),
    );
  }
  return createWithMembers(modelName, props, []);
}

/** The models of a repository. A model is read only when it is required, because other models of the repository can be incomplete. */
class ModelFolders {
  public readonly names: string[];
  private readonly models = new Map<string, ExistingModel>();

  constructor(private readonly folder: string) {
    const names = fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
    this.names = names.filter((name) => !name.startsWith('.') && !isLeftover(name) && this.isModel(name));
  }

  public get(name: string): ExistingModel | undefined {
    if (!this.names.includes(name)) return undefined;
    const model = this.models.get(name) ?? readModelFolder(path.join(this.folder, name));
    this.models.set(name, model);
    return model;
  }

  /** Whether an entry of the repository is the folder of a model. A repository can also contain scripts and notes. */
  private isModel(name: string): boolean {
    const folder = path.join(this.folder, name);
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
    return fs.readdirSync(folder).some((entry) => entry === 'config.pbtxt' || isVersionFolder(entry));
  }
}

/** Returns the name of the only model that no other model uses. */
function findOnlyRoot(folder: string, repository: ModelFolders): string {
  const used = new Set(
    repository.names.flatMap((name) => namesOfUsedModels(repository.get(name)).filter((other) => other !== name)),
  );
  const roots = repository.names.filter((model) => !used.has(model));
  if (roots.length !== 1) {
    throw new Error(
      inLanguageOfApp(
        `TritonModel.fromRepository: got no name; ${folder} has ${roots.length} models that no other model uses (${roots.join(', ')}): pass the name of one ${rulePage('files.missing')}`,
      ),
    );
  }
  return roots[0];
}

/** Names of the composing models of an ensemble, or of the models that a Python model calls. */
function namesOfUsedModels(props: ExistingModel | undefined): string[] {
  if (props?.backend.name === 'python')
    return namesOfCalledModels(readPythonSource(props.files?._content?.files ?? []));
  const steps = props?.config?._document.ensemble_scheduling?.step ?? [];
  return [...new Set(steps.map((step) => step.model_name))];
}
