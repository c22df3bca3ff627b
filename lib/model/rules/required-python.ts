import * as fs from 'fs';
import { requireWithin } from '../../findings/limits';
import { findTritonRelease } from '../../facts/triton-releases';
import type { ServingTarget } from '../../model-config/serving-target';
import { isOnDisk } from '../folder/folder-content';
import { LocalModel } from './local-model';

/** Name of a program in the model's folder that runs the model with a different Python version than the image (python_backend, README.md). */
export const STUB_NAME = 'triton_python_backend_stub';

/** The Python version that runs a model. */
export interface RequiredPython {
  readonly python: string;
  /** The cause of the version, as the subject of a sentence: a stub, or the image. */
  readonly source: string;
  /** Whether the version is certain. A version that was only reported by users is not certain. */
  readonly isVersionCertain: boolean;
}

/** The Python version that runs the model: the version of a stub in the model's folder, or of the image. */
export function pythonOf(
  { backend, files }: LocalModel,
  { tritonRelease, customImage }: ServingTarget,
): RequiredPython | undefined {
  if (backend.name !== 'python') return undefined;
  const stub = files.filter(isOnDisk).find(({ path }) => path === STUB_NAME);
  if (stub) {
    requireWithin('stubBytes', fs.statSync(stub.source).size, stub.path);
    const [, python] = /libpython(3\.\d+)/.exec(fs.readFileSync(stub.source, 'latin1')) ?? [];
    return python === undefined ? undefined : { python, source: STUB_NAME, isVersionCertain: true };
  }
  const { python, unconfirmed } = findTritonRelease(tritonRelease ?? '') ?? {};
  if (python === undefined || customImage) return undefined;
  return { python, source: `that of Triton ${tritonRelease}`, isVersionCertain: !unconfirmed?.includes('python') };
}
