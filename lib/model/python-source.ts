import * as fs from 'fs';
import type { TritonModel } from './triton-model';
import { FolderFile, isOnDisk, SourceFile } from './folder-content';
import { mostOf, requireWithin } from '../findings/limits';

/** The Python code of a model, as far as it is on this machine. */
export function pythonSourceOf(model: TritonModel): string {
  if (model.backend.name !== 'python' || model.files?._problem) return ''; // missing files are a finding of their own
  return readPython(model._entries());
}

/** Whether a file is part of a Python environment, which may be in the model's folder unpacked. */
export function isInEnvironment({ path }: FolderFile): boolean {
  return /(?:^|\/)lib\/python3\.\d+\//.test(path);
}

/** The Python code among the files of a model, without that of its packages. */
export function readPython(files: readonly FolderFile[]): string {
  return files
    .filter(isOnDisk)
    .filter((file) => file.path.endsWith('.py') && !isInEnvironment(file))
    .filter(({ source }) => fs.statSync(source).size <= mostOf('pythonBytes')) // larger files are generated
    .map(({ source }) => fs.readFileSync(source, 'utf8'))
    .join('\n');
}

/**
 * The code of one file.
 *
 * @throws OverLimit for one that is larger than any that people write
 */
export function readPythonFile({ path, source }: SourceFile): string {
  requireWithin('pythonBytes', fs.statSync(source).size, path);
  return fs.readFileSync(source, 'utf8');
}

/** Why a model may send any number of responses to a request; undefined for one that sends one. */
export function decoupledBy(model: TritonModel): string | undefined {
  if (model.config._json.model_transaction_policy?.decoupled) return 'got true';
  // vllm_backend, src/model.py: its auto_complete_config makes each model decoupled (read 2026-11-22).
  if (model.backend.name === 'vllm') return 'the vllm backend makes all its models decoupled';
  const [, ...calls] = pythonSourceOf(model).split('set_model_transaction_policy');
  return calls.some((call) => /\bdecoupled['"]?\s{0,9}[=:]\s{0,9}True/.test(call.slice(0, 200).split(')')[0]))
    ? 'auto_complete_config in model.py makes the model decoupled'
    : undefined;
}

/** Names of the models that Python code calls (BLS), where the code spells them out. */
export function calledNames(source: string): string[] {
  if (!/\bInferenceRequest\s*\(/.test(source)) return [];
  return [...new Set([...source.matchAll(/\bmodel_name\s*=\s*f?['"]([^'"{}]+)['"]/g)].map(([, name]) => name))];
}
