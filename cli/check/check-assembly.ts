import * as fs from 'fs';
import * as path from 'path';
import { COPY_FILES_ADVICE } from '../../lib/contracts/asset-staging-key';
import { error, warning } from '../../lib/findings/finding';
import { FileLocation } from '../assembly/assets';
import { readAssembly } from '../assembly/stacks';
import { CheckResult, LocatedFinding } from './result';

/** Whether the folder is a cloud assembly: it has a manifest.json, and a file named cdk.out. */
export function isAssembly(folder: string): boolean {
  return fs.existsSync(path.join(folder, 'cdk.out')) && fs.existsSync(path.join(folder, 'manifest.json'));
}

/** Reports files outside the assembly that a deployment uploads. Such an assembly can be deployed only from this host. */
export function checkAssembly(folder: string): CheckResult {
  const { assets } = readAssembly(folder);
  const files = assets.keys.map((key) => assets.locate(key));
  return {
    findings: files.filter(({ isInside }) => !isInside).map((file) => ({ file: folder, ...outsideFinding(file) })),
    notes: files
      .filter(({ isInside, exists }) => isInside && !exists)
      .map(({ file }) => ({
        file: folder,
        message: `${file} is missing: a deployment works only if the bootstrap bucket already contains this file`,
      })),
    failures: [],
    models: 0,
    assemblies: 1,
  };
}

function outsideFinding({ file, exists, isZipped }: FileLocation): Omit<LocatedFinding, 'file'> {
  const fix = isZipped ? 'synthesize without --no-staging' : `${COPY_FILES_ADVICE}, and synthesize again`;
  return exists
    ? warning('assembly.outside', '', `got ${file}; to deploy from a different host or folder, ${fix}`)
    : error('assembly.outside', '', `got ${file}, which does not exist; allowed: a file in the assembly, so ${fix}`);
}
