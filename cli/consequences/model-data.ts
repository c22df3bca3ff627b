import * as path from 'path';
import { isDeepStrictEqual } from 'util';
import { Consequence, listed, size } from './consequence';
import { Endpoint } from './endpoint';
import { Deployment, Publication, publicationOf } from './model-files';

/** Bytes that are moved; files whose size is unknown are counted apart. */
interface Bytes {
  readonly known: number;
  readonly unknown: string[];
}

/** What is uploaded from this machine, and what is copied inside S3. */
export function modelDataConsequences(
  [before, old]: [Endpoint | undefined, Deployment | undefined],
  [after, fresh]: [Endpoint, Deployment],
): Consequence[] {
  const uris = new Set(after.variants.flatMap(({ models }) => models.map(({ dataUri }) => dataUri)));
  const earlier = (before?.variants ?? []).flatMap(({ models }) => models.map(({ dataUri }) => dataUri));
  const was = old ? earlier.flatMap((uri) => publicationOf(uri, old) ?? []) : [];
  const publications = [...uris].flatMap((uri) => publicationOf(uri, fresh) ?? []);
  const changed = publications.filter((each) => !was.some((other) => isSame(each, other)));
  const archives = [...uris]
    .map((uri) => uri.replace(/^s3:\/\//, ''))
    .filter((key) => fresh.objects.has(key) && !old?.objects.has(key));
  if (changed.length + archives.length === 0) return [];

  // Without the assembly of before, everything that it may not have had is counted.
  const uploads = [...new Set([...changed.flatMap((each) => each.uploads), ...archives])].filter(
    (key) => !old?.objects.has(key),
  );
  const uploaded = total(uploads.map((key) => [path.basename(key), fresh.objects.bytesOf(key)]));
  const copied = total(changed.flatMap((each) => copiesOf(each, was)));
  const facts = {
    uploadedBytes: uploaded.known,
    copiedBytes: copied.known,
    unknownSizes: [...uploaded.unknown, ...copied.unknown],
  };
  const sentence =
    `CDK uploads up to ${size(uploaded.known)} of model data, less the files that its asset bucket already contains` +
    `${copied.known === 0 ? '' : `, and the deployment copies ${size(copied.known)} inside S3`}.`;
  const unknown = [...new Set(facts.unknownSizes)];
  const missing = `The size of ${listed(unknown)} is not known on this host, so the total is larger.`;
  const files = changed.some((each) => each.files === undefined)
    ? ' Some manifests are not in the assembly, so the total is larger.'
    : '';
  return [{ about: 'modelData', sentence: sentence + files + (unknown.length > 0 ? ` ${missing}` : ''), facts }];
}

function isSame({ properties: one }: Publication, { properties: other }: Publication): boolean {
  return (
    isDeepStrictEqual(one.Bucket, other.Bucket) &&
    isDeepStrictEqual(one.Prefix, other.Prefix) &&
    one.Declaration === other.Declaration
  );
}

/** To a new prefix everything is copied, to an open one only what it does not have. */
function copiesOf({ properties, files }: Publication, was: Publication[]): [string, number | undefined][] {
  const there = was.find((other) => isDeepStrictEqual(other.properties.Prefix, properties.Prefix))?.files;
  return [...(files ?? [])].filter(([file]) => !there?.has(file)).map(([file, { bytes }]) => [file, bytes]);
}

function total(files: [string, number | undefined][]): Bytes {
  return {
    known: files.reduce((sum, [, bytes]) => sum + (bytes ?? 0), 0),
    unknown: files.filter(([, bytes]) => bytes === undefined).map(([file]) => file),
  };
}

/** Models of an open prefix come, change and go while the fleet runs. */
export function openPrefixConsequences(
  [before, old]: [Endpoint, Deployment],
  [after, fresh]: [Endpoint, Deployment],
): Consequence[] {
  const uris = after.variants.flatMap(({ models }) => models.map(({ dataUri }) => dataUri));
  const earlier = before.variants.flatMap(({ models }) => models.map(({ dataUri }) => dataUri));
  return [...new Set(uris)]
    .filter((uri) => earlier.includes(uri))
    .flatMap((uri): Consequence[] => {
      const [was, now] = [publicationOf(uri, old), publicationOf(uri, fresh)];
      if (!now?.properties.Declaration || now.properties.Declaration === was?.properties.Declaration) return [];
      if (!was?.table || !now.table)
        return [{ about: 'models', sentence: 'The models of the open prefix change without a new fleet.' }];
      return tableSentences(was.table, now.table, Number(now.properties.Retain)).map((sentence) => ({
        about: 'models',
        sentence,
      }));
    });
}

function tableSentences(before: Record<string, string>, after: Record<string, string>, retained: number): string[] {
  const added = Object.keys(after).filter((name) => !(name in before));
  const removed = Object.keys(before).filter((name) => !(name in after));
  const changed = Object.keys(after).filter((name) => name in before && before[name] !== after[name]);
  const kept =
    retained === 0
      ? 'are removed after this deployment has succeeded'
      : `are kept until ${retained === 1 ? 'the next deployment that changes the models' : `${retained} more deployments have changed the models`}`;
  return [
    ...added.map((name) => `Model ${name} is added to the open prefix as ${after[name]} without a new fleet.`),
    ...changed.map(
      (name) =>
        `Model ${name} is published as ${after[name]} without a new fleet: requests with TargetModel ${before[name]} still invoke the old version.`,
    ),
    ...removed.map((name) => `Model ${name} is no longer in the app.`),
    ...(changed.length + removed.length > 0
      ? [`Objects that are no longer in the app ${kept}; requests with their TargetModel fail from then on.`]
      : []),
  ];
}
