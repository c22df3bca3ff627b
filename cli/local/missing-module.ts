import { isImageModule } from '../../lib/facts/image-packages';
import { LocalVariant } from './local-variants';
import { releaseOf } from './server-setup';
import { PYTHON } from './wheel-runtime';

/** Matches images that AWS builds. */
const AWS_IMAGE = /\/sagemaker-tritonserver:/;
/** Matches the title of the traceback in the server's message about a Python error. The message is before it. Some layers escape line breaks. */
const TRACEBACK = /(?:\\n|\n) *At:/;
/** Matches a message that ends with a missing module, but not with a missing part of a module. */
const MISSING_MODULE = /ModuleNotFoundError: No module named '([A-Za-z]\w*)'(?:\\n|\s)*$/;

/**
 * The reason why a model is not run, if it imports a module that the image contains and this host lacks; otherwise undefined. A missing module
 * that the output mentions is not the reason if the model handles it, that is, if loading ends with a different error.
 */
export function missingModuleReason(output: string, { image }: Pick<LocalVariant, 'image'>): string | undefined {
  const errors = output.split(TRACEBACK).slice(0, -1);
  const names = errors.map((error) => MISSING_MODULE.exec(error)?.[1]);
  const isInImage = (name?: string): boolean => name !== undefined && isImageModule(name, releaseOf({ image }));
  if (names.length === 0 || !AWS_IMAGE.test(image) || !names.every(isInImage)) return undefined;
  return `the image contains the Python module ${names[0]}, which the Python of this run lacks; install it there: ${PYTHON} -m pip install 'numpy<2' <package>`;
}
