import { COPY_FILES } from '../../lib/artifacts/asset-staging';
import { Consequence, counted, listed } from './consequence';
import { Deployment } from './model-files';

/** Model files that a deployment uploads and that are not in the assembly; none that an earlier deployment has uploaded. */
export function outsideConsequences(before: Deployment | undefined, after: Deployment): Consequence[] {
  const { assets = [], objects } = after;
  const outside = assets
    .filter((key) => !before?.objects.has(key))
    .map((key) => objects.placeOf(key))
    .filter(({ isInside, isZipped }) => !isInside && !isZipped);
  const present = outside.filter(({ exists }) => exists).map(({ file }) => file);
  const missing = outside.filter(({ exists }) => !exists).map(({ file }) => file);
  return [...(missing.length > 0 ? [failure(missing)] : []), ...(present.length > 0 ? [upload(present)] : [])];
}

function failure(missingFiles: string[]): Consequence {
  const isOne = missingFiles.length === 1;
  const sentence =
    `The assembly refers to ${listed(missingFiles)}, which ${isOne ? 'is' : 'are'} neither in the assembly nor on this host: the ` +
    `deployment fails unless the asset bucket already contains ${isOne ? 'the file' : 'these files'}. To repair the assembly, ` +
    `${COPY_FILES}, and synthesize again.`;
  return { about: 'failure', sentence, facts: { missingFiles } };
}

function upload(outsideFiles: string[]): Consequence {
  const sentence =
    `CDK uploads ${counted(outsideFiles.length, 'file')} from outside the assembly: ${listed(outsideFiles)}. ` +
    `To deploy from a different host or folder, ${COPY_FILES}.`;
  return { about: 'modelData', sentence, facts: { outsideFiles } };
}
