import { Command } from 'commander';
import { DEFAULT_TRITON_RELEASE } from '../../lib/facts/triton-releases';
import { appendValue } from '../input/arguments';
import type { LockPackagesOptions } from './lock-packages';

/** `cdk-sagemaker-triton lock-packages <file>` */
export function lockPackagesCommand(): Command {
  return new Command('lock-packages')
    .summary('write the versions and hashes of the Python packages of a model')
    .description(
      'Writes the lock of the packages that a Python model imports (PythonPackages), with the versions and hashes for the Python and the platform ' +
        'of the image: requirements.lock.txt for requirements.txt. Versions that are already in the lock stay, unless --upgrade is set. Requires uv.',
    )
    .argument('<file>', 'requirements.txt, or the pyproject.toml of a project, whose uv.lock applies')
    .option('--release <YY.MM>', 'Triton release of the endpoint', DEFAULT_TRITON_RELEASE)
    .option('--python <version>', 'Python version of your own image, instead of that of a release: 3.12')
    .option(
      '--image-package <requirement>',
      'a package that your own image contains, and that is not deployed again: torch==2.7.1; may be repeated',
      appendValue,
      [],
    )
    .option('--upgrade', 'use the newest versions instead of those in the lock')
    .action(async (file: string, options: LockPackagesOptions, command: Command) => {
      if (options.python !== undefined && command.getOptionValueSource('release') === 'cli') {
        throw new Error(
          '--python: got it with --release; allowed: --release for the image of a release, --python for your own image',
        );
      }
      const { runLockPackages } = await import('./run-lock-packages.js');
      runLockPackages(file, options);
    });
}
