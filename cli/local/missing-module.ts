import { isImageModule } from '../../lib/facts/image-packages';
import { isStandardModule } from '../../lib/facts/python-modules';
import { findTritonRelease } from '../../lib/facts/triton-releases';
import { LocalVariant } from './local-variants';
import { releaseOf } from './server-runtime';

/** The reason why a model is not run, if it imports a module that the image contains and this host lacks; otherwise undefined. */
export function missingModuleReason(output: string, variant: Pick<LocalVariant, 'image'>): string | undefined {
  const name = /ModuleNotFoundError: No module named '([A-Za-z]\w*)/.exec(output)?.[1];
  if (name === undefined) return undefined;
  const release = releaseOf(variant);
  const { python = '' } = findTritonRelease(release) ?? {};
  if (!isImageModule(name, release) && !isStandardModule(name, python)) return undefined;
  return `the image contains the Python module ${name}, which the Python of this run lacks; install it there, or select a different Python with --python`;
}
