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
  /** Version of libstdc++ that the program requires, such as 30 for GLIBCXX_3.4.30. Undefined if it is not known. */
  readonly libstdcxx?: number;
  /** Whether the version is certain. A version that was only reported by users is not certain. */
  readonly isVersionCertain: boolean;
}

/**
 * Versions of libstdc++ that the stubs of the images require, by their Python version, which depends on the version of Ubuntu
 * (triton-inference-server/server, issues 5933 and 7913).
 */
const LIBSTDCXX = new Map([
  ['3.10', 30],
  ['3.12', 32],
]);

/** The Python version that runs the model: the version of a stub in the model's folder, or of the image. */
export function pythonOf(
  { backend, files }: LocalModel,
  { tritonRelease, customImage }: ServingTarget,
): RequiredPython | undefined {
  if (backend.name !== 'python') return undefined;
  const stub = files.filter(isOnDisk).find(({ path }) => path === STUB_NAME);
  if (stub) {
    requireWithin('stubBytes', fs.statSync(stub.source).size, stub.path);
    const text = fs.readFileSync(stub.source, 'latin1');
    const [, python] = /libpython(3\.\d+)/.exec(text) ?? [];
    if (python === undefined) return undefined;
    const versions = [...text.matchAll(/GLIBCXX_3\.4\.(\d+)/g)].map(([, version]) => Number(version));
    const libstdcxx = versions.length === 0 ? undefined : versions.reduce((a, b) => Math.max(a, b));
    return { python, source: STUB_NAME, libstdcxx, isVersionCertain: true };
  }
  const { python, unconfirmed } = findTritonRelease(tritonRelease ?? '') ?? {};
  if (python === undefined || customImage) return undefined;
  return {
    python,
    source: `that of Triton ${tritonRelease}`,
    libstdcxx: LIBSTDCXX.get(python),
    isVersionCertain: !unconfirmed?.includes('python'),
  };
}
