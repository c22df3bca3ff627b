import * as fs from 'fs';
import { posix } from 'path';
import { limitOf, requireWithin } from '../../findings/limits';
import type { ModelConfig } from '../../model-config';
import { FolderFile, isInPythonEnvironment, isOnDisk, SourceFile } from '../folder/folder-content';

/** A model whose Python code is read. */
interface ModelWithCode {
  readonly backend: { readonly name: string };
  readonly config: ModelConfig;
  readonly files?: { readonly _problem?: string };
  _entries(): FolderFile[];
}

/** The Python code of a model, from the files that are on the local disk. */
export function pythonSourceOf(model: ModelWithCode): string {
  if (model.backend.name !== 'python' || model.files?._problem) return ''; // missing files have a separate finding
  return readPythonSource(model._entries());
}

/** The Python code among the files of a model, except for installed packages. */
export function readPythonSource(files: readonly FolderFile[]): string {
  return files
    .filter(isOnDisk)
    .filter((file) => file.path.endsWith('.py') && !isInPythonEnvironment(file))
    .filter(({ source }) => fs.statSync(source).size <= limitOf('pythonBytes')) // larger files are generated code, not written by users
    .map(({ source }) => fs.readFileSync(source, 'utf8'))
    .join('\n');
}

/**
 * The code of one file.
 *
 * @throws LimitExceededError if the file exceeds a limit that is far above the size of hand-written code
 */
export function readPythonFile({ path, source }: SourceFile): string {
  requireWithin('pythonBytes', fs.statSync(source).size, path);
  return fs.readFileSync(source, 'utf8');
}

/** The reason why a model can send any number of responses to a request, or undefined if the model sends exactly one. */
export function decoupledReason(model: ModelWithCode): string | undefined {
  if (model.config._document.model_transaction_policy?.decoupled) return 'got true';
  // The vLLM backend's auto_complete_config makes each model decoupled (vllm_backend, src/model.py, read 2026-11-22).
  if (model.backend.name === 'vllm') return 'the vllm backend makes all its models decoupled';
  const [, ...textsAfterCall] = pythonSourceOf(model).split('set_model_transaction_policy');
  return textsAfterCall.some((text) => /\bdecoupled['"]?\s{0,9}[=:]\s{0,9}True/.test(text.slice(0, 200).split(')')[0]))
    ? 'auto_complete_config in model.py makes the model decoupled'
    : undefined;
}

/** Placeholder for the model's folder in the path of a Python environment. */
export const MODEL_FOLDER = '$$TRITON_MODEL_DIRECTORY';

/** The working directory of the server, in the image (triton-inference-server/server, build.py). */
export const SERVER_FOLDER = '/opt/tritonserver';

/** Path of the environment in the model's folder, `''` for the folder itself. Undefined for a path outside of the folder. */
export function environmentPath(environmentParameter: string, modelName: string): string | undefined {
  if (environmentParameter === '' || environmentParameter.indexOf(MODEL_FOLDER) > 0) return undefined;
  const modelFolder = `/opt/ml/model/${modelName}`;
  const pathInContainer = environmentParameter.replace(MODEL_FOLDER, () => modelFolder);
  const path = posix.relative(modelFolder, posix.resolve(SERVER_FOLDER, pathInContainer));
  return path.startsWith('..') ? undefined : path;
}
