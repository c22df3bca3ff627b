import * as fs from 'fs';
import * as path from 'path';
import { ModelConfig } from '../model-config';
import { backendOf } from './default-files';
import { ModelFiles } from './model-files';
import { Json } from './render';
import type { TritonModel } from './triton-model';
import { TritonModelProps } from './triton-model-props';
import { rulePage } from '../findings/rule-page';

/** The properties of a model in a folder of a repository. Its whole config.pbtxt is kept as `config`. */
export function readModelFolder(folder: string): TritonModelProps {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Error(
      `TritonModel.fromDirectory: got ${folder}; allowed: an existing model folder ${rulePage('files.missing')}`,
    );
  }
  const root = path.resolve(folder);
  // Without a config.pbtxt, Triton fills in what the model file says.
  const config = fs.existsSync(path.join(root, 'config.pbtxt'))
    ? ModelConfig.fromDirectory(root)
    : ModelConfig.fromText('');
  const name = config._json.name || path.basename(root);
  const files = ModelFiles.fromDirectory(root);
  const inVersions = (files._content?.files ?? []).map((file) => file.path.split('/')[1]);
  const backend = backendOf(config, inVersions);
  return backend.platform === 'ensemble' ? { name, backend, config } : { name, backend, files, config };
}

/** A model of a repository, with the members of an ensemble. */
export function readRepository(
  folder: string,
  name: string | undefined,
  make: (props: TritonModelProps) => TritonModel,
): TritonModel {
  const repository = new Map(modelFolders(folder).map((model) => [model, readModelFolder(path.join(folder, model))]));
  const build = (model: string, props: TritonModelProps, ancestors: string[]): TritonModel => {
    const path = [...ancestors, model];
    const members = stepsOf(props).flatMap((step) => {
      const member = repository.get(step);
      // A missing member, or an ensemble that contains itself, is a finding of the validation.
      return member && !path.includes(step) ? [build(step, member, path)] : [];
    });
    return make({ ...props, members });
  };
  const chosen = name ?? onlyRoot(folder, repository);
  const props = repository.get(chosen);
  if (!props) {
    throw new Error(
      `TritonModel.fromRepository: got '${chosen}'; allowed in ${folder}: ${[...repository.keys()].join(', ')} ${rulePage('files.missing')}`,
    );
  }
  return build(chosen, props, []);
}

function modelFolders(folder: string): string[] {
  const entries = fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
  return entries.filter((name) => !name.startsWith('.') && fs.statSync(path.join(folder, name)).isDirectory());
}

function onlyRoot(folder: string, repository: Map<string, TritonModelProps>): string {
  const used = new Set([...repository.values()].flatMap(stepsOf));
  const roots = [...repository.keys()].filter((model) => !used.has(model));
  if (roots.length !== 1) {
    throw new Error(
      `TritonModel.fromRepository: got no name; ${folder} has ${roots.length} models that no ensemble uses (${roots.join(', ')}): name one ${rulePage('files.missing')}`,
    );
  }
  return roots[0];
}

function stepsOf({ config }: TritonModelProps): string[] {
  const steps = ((config?._json.ensemble_scheduling as Json)?.step ?? []) as Json[];
  return [...new Set(steps.map((step) => String(step.model_name)))];
}
