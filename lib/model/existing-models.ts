import * as fs from 'fs';
import * as path from 'path';
import { ModelConfig } from '../model-config';
import { backendOf } from './default-files';
import { ModelFiles } from './model-files';
import { Json } from './render';
import type { TritonModel } from './triton-model';
import { TritonModelProps } from './triton-model-props';
import { isLeftover } from './folder-content';
import { withoutTokens } from '../findings/late-value';
import { rulePage } from '../findings/rule-page';
import { calledNames, readPython } from './python-source';

/** The properties of a model in a folder of a repository. Its whole config.pbtxt is kept as `config`. */
export function readModelFolder(folder: string): TritonModelProps {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(
      `TritonModel.fromDirectory: got ${withoutTokens(folder)}; allowed: an existing model folder ${rulePage('files.missing')}`,
    );
  }
  const root = path.resolve(folder);
  // Without a config.pbtxt, Triton fills in what the model file says.
  const config = fs.existsSync(path.join(root, 'config.pbtxt'))
    ? ModelConfig.fromDirectory(root)
    : ModelConfig.fromText('');
  const name = config._json.name || path.basename(root);
  const files = ModelFiles.fromDirectory(root);
  const backend = backendOf(config, namesBesideModel(files));
  return backend.platform === 'ensemble' ? { name, backend, config } : { name, backend, files, config };
}

/** The names among which Triton looks for a model file: those of the first version folder, or of the folder that becomes one. */
function namesBesideModel(files: ModelFiles): string[] {
  const paths = (files._content?.files ?? []).map((file) => file.path.split('/'));
  if (!files._versioned) return paths.map(([name]) => name);
  const [first] = files._content?.folders ?? [];
  return paths.filter(([folder]) => folder === first).map(([, name]) => name);
}

/** A model of a repository, with the members of an ensemble, and the models that a Python model calls. */
export function readRepository(
  folder: string,
  name: string | undefined,
  make: (props: TritonModelProps) => TritonModel,
): TritonModel {
  const repository = new ModelFolders(folder);
  const build = (model: string, props: TritonModelProps, ancestors: string[]): TritonModel => {
    const path = [...ancestors, model];
    const members = usedBy(props).flatMap((used) => {
      const member = repository.get(used);
      // A missing member, or an ensemble that contains itself, is a finding of the validation.
      return member && !path.includes(used) ? [build(used, member, path)] : [];
    });
    return make({ ...props, members });
  };
  const chosen = name ?? onlyRoot(folder, repository);
  const props = repository.get(chosen);
  if (!props) {
    const allowed =
      repository.names.join(', ') || 'none; a model is a folder with config.pbtxt or a version folder such as 1';
    throw new Error(
      `TritonModel.fromRepository: got '${chosen}'; allowed in ${folder}: ${allowed} ${rulePage('files.missing')}`,
    );
  }
  return build(chosen, props, []);
}

/** The models of a repository, each of which is read when it is needed: others may be unfinished. */
class ModelFolders {
  public readonly names: string[];
  private readonly models = new Map<string, TritonModelProps>();

  constructor(private readonly folder: string) {
    const names = fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
    this.names = names.filter((name) => !name.startsWith('.') && !isLeftover(name) && this.isModel(name));
  }

  public get(name: string): TritonModelProps | undefined {
    if (!this.names.includes(name)) return undefined;
    const model = this.models.get(name) ?? readModelFolder(path.join(this.folder, name));
    this.models.set(name, model);
    return model;
  }

  /** Scripts and notes may lie beside the models. */
  private isModel(name: string): boolean {
    const folder = path.join(this.folder, name);
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
    return fs.readdirSync(folder).some((entry) => entry === 'config.pbtxt' || /^\d+$/.test(entry));
  }
}

function onlyRoot(folder: string, repository: ModelFolders): string {
  const used = new Set(
    repository.names.flatMap((name) => usedBy(repository.get(name)).filter((other) => other !== name)),
  );
  const roots = repository.names.filter((model) => !used.has(model));
  if (roots.length !== 1) {
    throw new Error(
      `TritonModel.fromRepository: got no name; ${folder} has ${roots.length} models that no other model uses (${roots.join(', ')}): pass the name of one ${rulePage('files.missing')}`,
    );
  }
  return roots[0];
}

/** The steps of an ensemble, and the models that a Python model calls. */
function usedBy(props: TritonModelProps | undefined): string[] {
  if (props?.backend.name !== 'python') return props ? stepsOf(props) : [];
  return calledNames(readPython(props.files?._content?.files ?? []));
}

function stepsOf({ config }: TritonModelProps): string[] {
  const steps = ((config?._json.ensemble_scheduling as Json)?.step ?? []) as Json[];
  return [...new Set(steps.map((step) => String(step.model_name)))];
}
