import * as path from 'path';
import { isDeepStrictEqual } from 'util';
import { Deployment, Publication, publicationOf } from '../assembly/publications';
import { formatSize, joinWords } from '../output/words';
import { Consequence, dataUrisOf, DeployedEndpoint } from './consequence';

/** A file with its size, if the size is known. */
type FileSize = readonly [file: string, bytes: number | undefined];

/** Describes how much model data is uploaded from this host, and how much is copied inside S3. */
export function modelDataConsequences(before: DeployedEndpoint | undefined, after: DeployedEndpoint): Consequence[] {
  const uris = dataUrisOf(after.endpoint);
  const oldPublications = before ? publicationsOf(dataUrisOf(before.endpoint), before.deployment) : [];
  const changedPublications = publicationsOf(uris, after.deployment).filter(
    (publication) => !oldPublications.some((old) => isSamePublication(publication, old)),
  );
  const { assets } = after.deployment;
  // Without the old assembly, all assets count as new.
  const isNew = (key: string): boolean => !before?.deployment.assets.has(key);
  const archives = uris.map((uri) => uri.replace(/^s3:\/\//, '')).filter((key) => assets.has(key) && isNew(key));
  if (changedPublications.length + archives.length === 0) return [];

  const uploads = [...new Set([...changedPublications.flatMap(({ assetKeys }) => assetKeys), ...archives])];
  const uploaded = uploads.filter(isNew).map((key): FileSize => [path.basename(key), assets.bytesOf(key)]);
  const copied = changedPublications.flatMap((publication) => copiedFiles(publication, oldPublications));
  const unknownSizes = [...uploaded, ...copied].filter(([, bytes]) => bytes === undefined).map(([file]) => file);
  const [uploadedBytes, copiedBytes] = [uploaded, copied].map((files) =>
    files.reduce((sum, [, bytes = 0]) => sum + bytes, 0),
  );
  const sentence =
    `CDK uploads up to ${formatSize(uploadedBytes)} of model data, less the files that its asset bucket already contains` +
    `${copiedBytes === 0 ? '' : `, and the deployment copies ${formatSize(copiedBytes)} inside S3`}.` +
    (unknownSizes.length > 0 || changedPublications.some(({ files }) => files === undefined)
      ? ` The size of ${joinWords([...new Set(unknownSizes)]) || 'some files'} is not known on this host, so the total is larger.`
      : '');
  return [{ about: 'modelData', sentence, facts: { uploadedBytes, copiedBytes, unknownSizes } }];
}

function publicationsOf(uris: string[], deployment: Deployment): Publication[] {
  return uris.flatMap((uri) => publicationOf(uri, deployment) ?? []);
}

function isSamePublication(...both: [Publication, Publication]): boolean {
  const [before, after] = both.map(({ properties: { Bucket, Prefix, Declaration } }) => [Bucket, Prefix, Declaration]);
  return isDeepStrictEqual(before, after);
}

/**
 * The files that a publication (the resource that copies model files) copies: all files to a new prefix, but only missing files to an open
 * prefix.
 */
function copiedFiles({ properties, files }: Publication, oldPublications: Publication[]): FileSize[] {
  const previous = oldPublications.find((each) => isDeepStrictEqual(each.properties.Prefix, properties.Prefix));
  return [...(files ?? [])].filter(([file]) => !previous?.files?.has(file)).map(([file, { bytes }]) => [file, bytes]);
}

/** Describes changed models under an open prefix: an S3 prefix of a multi-model endpoint, whose models change without a new fleet. */
export function openPrefixConsequences(before: DeployedEndpoint, after: DeployedEndpoint): Consequence[] {
  const oldUris = dataUrisOf(before.endpoint);
  return dataUrisOf(after.endpoint)
    .filter((uri) => oldUris.includes(uri))
    .flatMap((uri) => {
      const [oldModels = {}, newModels = {}] = [before, after].map(
        ({ deployment }) => publicationOf(uri, deployment)?.objectByModel,
      );
      return modelSentences(oldModels, newModels).map((sentence) => ({ about: 'models', sentence }) as const);
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
        `Model ${name} is published as ${after[name]} without a new fleet: requests with TargetModel ${before[name]} invoke the old version, and fail after this deployment has succeeded.`,
    ),
    ...removedModels.map(
      (name) =>
        `Model ${name} is no longer in the app: requests with TargetModel ${before[name]} fail after this deployment has succeeded.`,
    ),
  ];
}
