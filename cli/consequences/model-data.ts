import * as path from 'path';
import { isDeepStrictEqual } from 'util';
import { COPY_FILES_ADVICE } from '../../lib/contracts/asset-staging-key';
import { Deployment, Publication, publicationOf } from '../assembly/publications';
import { formatCount, joinWords, formatSize } from '../output/words';
import { Consequence, dataUrisOf, DeployedEndpoint } from './consequence';

/** A file with its size, if the size is known. */
type FileSize = readonly [file: string, bytes: number | undefined];

/** Describes how much model data is uploaded from this host, and how much is copied inside S3. */
export function modelDataConsequences(before: DeployedEndpoint | undefined, after: DeployedEndpoint): Consequence[] {
  const uris = [...new Set(dataUrisOf(after.endpoint))];
  const oldPublications = before ? publicationsOf(dataUrisOf(before.endpoint), before.deployment) : [];
  const changedPublications = publicationsOf(uris, after.deployment).filter(
    (publication) => !oldPublications.some((old) => isSamePublication(publication, old)),
  );
  const { assets } = after.deployment;
  // Without the old assembly, all assets count as new.
  const isNew = (key: string): boolean => !before?.deployment.assets.has(key);
  const archives = uris.map((uri) => uri.replace(/^s3:\/\//, '')).filter((key) => assets.has(key) && isNew(key));
  if (changedPublications.length + archives.length === 0) return [];

  const uploads = [...new Set([...changedPublications.flatMap(({ assetKeys }) => assetKeys), ...archives])].filter(
    isNew,
  );
  const uploadedSize = sumSizes(uploads.map((key) => [path.basename(key), assets.bytesOf(key)]));
  const copiedSize = sumSizes(changedPublications.flatMap((publication) => copiedFiles(publication, oldPublications)));
  const facts = {
    uploadedBytes: uploadedSize.knownBytes,
    copiedBytes: copiedSize.knownBytes,
    unknownSizes: [...uploadedSize.filesOfUnknownSize, ...copiedSize.filesOfUnknownSize],
  };
  const filesOfUnknownSize = [...new Set(facts.unknownSizes)];
  const sentence =
    `CDK uploads up to ${formatSize(uploadedSize.knownBytes)} of model data, less the files that its asset bucket already contains` +
    `${copiedSize.knownBytes === 0 ? '' : `, and the deployment copies ${formatSize(copiedSize.knownBytes)} inside S3`}.` +
    (changedPublications.some(({ files }) => files === undefined)
      ? ' Some manifests are not in the assembly, so the total is larger.'
      : '') +
    (filesOfUnknownSize.length > 0
      ? ` The size of ${joinWords(filesOfUnknownSize)} is not known on this host, so the total is larger.`
      : '');
  return [{ about: 'modelData', sentence, facts }];
}

function publicationsOf(uris: string[], deployment: Deployment): Publication[] {
  return uris.flatMap((uri) => publicationOf(uri, deployment) ?? []);
}

function isSamePublication({ properties: before }: Publication, { properties: after }: Publication): boolean {
  return (
    isDeepStrictEqual(before.Bucket, after.Bucket) &&
    isDeepStrictEqual(before.Prefix, after.Prefix) &&
    before.Declaration === after.Declaration
  );
}

/**
 * The files that a publication (the resource that copies model files) copies: all files to a new prefix, but only missing files to an open
 * prefix.
 */
function copiedFiles({ properties, files }: Publication, oldPublications: Publication[]): FileSize[] {
  const previous = oldPublications.find((each) => isDeepStrictEqual(each.properties.Prefix, properties.Prefix));
  return [...(files ?? [])].filter(([file]) => !previous?.files?.has(file)).map(([file, { bytes }]) => [file, bytes]);
}

/** The total of the known sizes, and the files whose size is unknown. */
function sumSizes(files: FileSize[]): { knownBytes: number; filesOfUnknownSize: string[] } {
  return {
    knownBytes: files.reduce((sum, [, bytes]) => sum + (bytes ?? 0), 0),
    filesOfUnknownSize: files.filter(([, bytes]) => bytes === undefined).map(([file]) => file),
  };
}

/** Describes changed models under an open prefix: an S3 prefix of a multi-model endpoint, whose models change without a new fleet. */
export function openPrefixConsequences(before: DeployedEndpoint, after: DeployedEndpoint): Consequence[] {
  const oldUris = dataUrisOf(before.endpoint);
  return [...new Set(dataUrisOf(after.endpoint))]
    .filter((uri) => oldUris.includes(uri))
    .flatMap((uri): Consequence[] => {
      const [oldPublication, newPublication] = [
        publicationOf(uri, before.deployment),
        publicationOf(uri, after.deployment),
      ];
      if (
        !newPublication?.properties.Declaration ||
        newPublication.properties.Declaration === oldPublication?.properties.Declaration
      )
        return [];
      if (!oldPublication?.objectByModel || !newPublication.objectByModel)
        return [{ about: 'models', sentence: 'The models of the open prefix change without a new fleet.' }];
      return modelSentences(oldPublication.objectByModel, newPublication.objectByModel).map((sentence) => ({
        about: 'models',
        sentence,
      }));
    });
}

function modelSentences(before: Record<string, string>, after: Record<string, string>): string[] {
  const addedModels = Object.keys(after).filter((name) => !(name in before));
  const removedModels = Object.keys(before).filter((name) => !(name in after));
  const changedModels = Object.keys(after).filter((name) => name in before && before[name] !== after[name]);
  return [
    ...addedModels.map((name) => `Model ${name} is added to the open prefix as ${after[name]} without a new fleet.`),
    ...changedModels.map(
      (name) =>
        `Model ${name} is published as ${after[name]} without a new fleet: requests with TargetModel ${before[name]} still invoke the old version.`,
    ),
    ...removedModels.map((name) => `Model ${name} is no longer in the app.`),
    ...(changedModels.length + removedModels.length > 0
      ? [
          'Objects that are no longer in the app are removed after this deployment has succeeded; requests with their TargetModel fail from then on.',
        ]
      : []),
  ];
}

/** Describes the model files that a deployment uploads from outside the assembly, except files that an earlier deployment uploaded. */
export function externalFileConsequences(before: Deployment | undefined, after: Deployment): Consequence[] {
  const { assetKeys = [], assets } = after;
  const externalLocations = assetKeys
    .filter((key) => !before?.assets.has(key))
    .map((key) => assets.locate(key))
    .filter(({ isInside, isZipped }) => !isInside && !isZipped);
  const presentFiles = externalLocations.filter(({ exists }) => exists).map(({ file }) => file);
  const missingPaths = externalLocations.filter(({ exists }) => !exists).map(({ file }) => file);
  return [
    ...(missingPaths.length > 0 ? [missingFiles(missingPaths)] : []),
    ...(presentFiles.length > 0 ? [externalFiles(presentFiles)] : []),
  ];
}

function missingFiles(files: string[]): Consequence {
  const isOne = files.length === 1;
  const sentence =
    `The assembly refers to ${joinWords(files)}, which ${isOne ? 'is' : 'are'} neither in the assembly nor on this host: the ` +
    `deployment fails unless the asset bucket already contains ${isOne ? 'the file' : 'these files'}. To repair the assembly, ` +
    `${COPY_FILES_ADVICE}, and synthesize again.`;
  return { about: 'failure', sentence, facts: { missingFiles: files } };
}

function externalFiles(files: string[]): Consequence {
  const sentence =
    `CDK uploads ${formatCount(files.length, 'file')} from outside the assembly: ${joinWords(files)}. ` +
    `To deploy from a different host or folder, ${COPY_FILES_ADVICE}.`;
  return { about: 'modelData', sentence, facts: { outsideFiles: files } };
}
