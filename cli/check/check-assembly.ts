import * as fs from 'fs';
import * as path from 'path';
import { COPY_FILES } from '../../lib/artifacts/asset-staging';
import { error, warning } from '../../lib/findings/finding';
import { PlaceOfFile } from '../assembly-files';
import { readStacks } from '../assembly-stacks';
import { CheckResult, LocatedFinding } from './finding';

/** Whether `cdk synth` wrote a folder: each of these has a file of this name, too. */
export function isAssembly(folder: string): boolean {
  return fs.existsSync(path.join(folder, 'cdk.out')) && fs.existsSync(path.join(folder, 'manifest.json'));
}

/** Whether an assembly has all files that its deployment uploads, so that it can be deployed from elsewhere. */
export function checkAssembly(folder: string): CheckResult {
  const { objects } = readStacks(folder);
  const files = objects.keys.map((key) => objects.placeOf(key));
  return {
    findings: files.filter(({ isInside }) => !isInside).map((file) => ({ file: folder, ...outside(file) })),
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

function outside({ file, exists, isZipped }: PlaceOfFile): Omit<LocatedFinding, 'file'> {
  const repair = isZipped ? 'synthesize without --no-staging' : `${COPY_FILES}, and synthesize again`;
  return exists
    ? warning('assembly.outside', '', `got ${file}; to deploy from a different host or folder, ${repair}`)
    : error('assembly.outside', '', `got ${file}, which does not exist; allowed: a file in the assembly, so ${repair}`);
}
