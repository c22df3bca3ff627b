import * as fs from 'fs';
import * as path from 'path';
import { list } from 'tar';
import { ModelConfig } from '../../lib/model-config';
import { environmentPath } from '../../lib/model/environment-path';
import { findTritonRelease } from '../../lib/platform/triton-releases';
import { LocalVariant } from './assembly';
import { releaseOf, ServedModel } from './engine';

/** A file that says which Python an environment has. */
const LIBRARY = /(?:^|\/)lib\/libpython(3\.\d+)\.so/;

/** Brought along by a model that has built its own. */
const STUB = 'triton_python_backend_stub';

/** Why the container cannot start the models' Python environments, in words; undefined when it can. */
export function checkEnvironments(
  repository: string,
  models: ServedModel[],
  variant: LocalVariant,
): string | undefined {
  const release = releaseOf(variant);
  const python = findTritonRelease(release)?.python;
  if (python === undefined) return undefined;
  for (const { name, backend } of models) {
    if (backend !== 'python') continue;
    const folder = path.join(repository, name);
    const environment = environmentOf(folder, name);
    const found = environment && pythonOf(environment);
    if (found === undefined || found === python || fs.existsSync(path.join(folder, STUB))) continue;
    return (
      `the environment ${path.relative(folder, environment ?? '')} of '${name}' has Python ${found}, release ${release} has Python ${python}: ` +
      `make it with Python ${python}, or put a ${STUB} that was built for Python ${found} into the model's folder`
    );
  }
  return undefined;
}

/** The environment that a model brings along. */
function environmentOf(folder: string, name: string): string | undefined {
  const { parameters } = ModelConfig.fromFile(path.join(folder, 'config.pbtxt')).toJson();
  const given: string | undefined = parameters?.EXECUTION_ENV_PATH?.string_value;
  const inFolder = given && environmentPath(given, name);
  const file = inFolder && path.join(folder, inFolder);
  return file && fs.existsSync(file) ? file : undefined;
}

/** The Python of an environment, an archive or a folder; undefined when it does not show. */
function pythonOf(environment: string): string | undefined {
  if (fs.statSync(environment).isDirectory()) {
    const lib = path.join(environment, 'lib');
    const files = fs.existsSync(lib) ? fs.readdirSync(lib) : [];
    return versionIn(files.map((file) => `lib/${file}`));
  }
  const files: string[] = [];
  list({ file: environment, sync: true, onReadEntry: (entry) => files.push(entry.path) });
  return versionIn(files);
}

function versionIn(files: string[]): string | undefined {
  return files.map((file) => LIBRARY.exec(file)?.[1]).find((version) => version !== undefined);
}
