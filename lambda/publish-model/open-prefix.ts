import type { PublicationProperties } from '../../lib/artifacts/publication-manifest';
import { inParallel } from '../shared/in-parallel';
import { declarationKey, readDeclarations, tableKey, writeDeclaration, writeTable } from './declaration';
import { Declared, fill, missing, readManifest, sizesOf } from '../shared/fill';
import { sha256OfArchive } from '../shared/pack-archive';
import { list, removeAll, sha256Of } from '../shared/store';

/**
 * Adds the declared objects to a prefix that others write to as well. Nothing is overwritten: who may add models can put anything under
 * the name that a declared one will have, so what this stack has not written itself is compared. The table of names comes last.
 *
 * @returns what was done, in words
 */
export async function publishOpen(properties: PublicationProperties, signal: AbortSignal): Promise<string> {
  const { Bucket, Prefix } = properties;
  const declared = await readManifest(properties);
  const expected = sizesOf(declared);
  const paths = [...expected.keys()];
  const former = await readDeclarations(properties);
  const there = await list(Bucket, Prefix);
  const present = new Map([...expected].filter(([path]) => there.has(Prefix + path)));
  const other = missing(present, there, Prefix);
  if (other) throw new Error(notOurs(other));
  const isKnown = (path: string): boolean =>
    former.some(({ objects }) => objects[path] !== undefined && objects[path] === there.get(Prefix + path)?.etag);
  await inParallel(
    [...present.keys()].filter((path) => !isKnown(path)),
    signal,
    (path, abort) => requireDeclared(properties, declared, path, abort),
  );

  const added = paths.filter((path) => !present.has(path));
  const ours = new Set([...added, ...former.flatMap(({ written }) => written)]);
  const written = paths.filter((path) => ours.has(path));
  const own = former.find(({ key }) => key === declarationKey(properties));
  if (added.length > 0) await writeDeclaration(properties, { publishedAt: '', objects: {}, ...own, written });
  let found = there;
  try {
    await fill(properties, declared, signal, (path) => !present.has(path));
    found = await list(Bucket, Prefix);
    const problem = missing(expected, found, Prefix);
    if (problem) throw new Error(problem);
  } catch (error) {
    await removeUndeclared(properties, added);
    if (added.length > 0 && !own) await removeAll(Bucket, [declarationKey(properties)]);
    throw error;
  }
  const objects = Object.fromEntries(paths.map((path) => [path, found.get(Prefix + path)?.etag ?? '']));
  const { table } = declared.manifest;
  const declaration = { publishedAt: new Date().toISOString(), objects, written, table };
  await writeDeclaration(properties, declaration);
  await writeTable(properties, declaration);
  return `${added.length} objects added, ${present.size} existed already`;
}

/**
 * Removes what was declared and no longer is, and nothing that others put there. When the newest declaration goes, the endpoint goes,
 * and with it all that was ever declared; when an older one goes, as many before the newest as are to be retained stay.
 *
 * @returns what was done, in words
 */
export async function removeOpen(properties: PublicationProperties): Promise<string> {
  const { Bucket, Prefix, Retain } = properties;
  const declarations = await readDeclarations(properties);
  const endpointGoes = declarations.length === 0 || declarations[0].key === declarationKey(properties);
  const kept = endpointGoes ? [] : declarations.slice(0, 1 + Number(Retain));
  const needed = new Set(kept.flatMap(({ objects }) => Object.keys(objects)));
  const gone = declarations.filter((each) => !kept.includes(each));
  const paths = new Set(gone.flatMap(({ written }) => written).filter((path) => !needed.has(path)));
  // The declarations go last: if this ends before, they still say what is left.
  await removeAll(
    Bucket,
    [...paths].map((path) => Prefix + path),
  );
  await removeAll(Bucket, [...(endpointGoes ? [tableKey(properties)] : []), ...gone.map(({ key }) => key)]);
  return `${paths.size} objects removed, ${kept.length} versions kept`;
}

/**
 * Removes what one publication alone has declared. The names are again those of the publication before it: CloudFormation need not publish
 * that one again when it goes back.
 *
 * @returns what was done, in words
 */
export async function discardOpen(properties: PublicationProperties): Promise<string> {
  const { Bucket } = properties;
  const declarations = await readDeclarations(properties);
  const own = declarations.find(({ key }) => key === declarationKey(properties));
  if (!own) return 'Nothing was published';
  await removeUndeclared(properties, own.written, own.key);
  const before = declarations.find(({ key, publishedAt }) => key !== own.key && publishedAt !== '');
  if (before) await writeTable(properties, before);
  await removeAll(Bucket, [own.key, ...(before ? [] : [tableKey(properties)])]);
  return `${own.written.length} objects are no longer declared`;
}

/** Removes paths that no declaration has, but for the one that goes. */
async function removeUndeclared(properties: PublicationProperties, paths: string[], going?: string): Promise<void> {
  const others = (await readDeclarations(properties)).filter(({ key }) => key !== going);
  const declared = new Set(others.flatMap(({ objects }) => Object.keys(objects)));
  const keys = paths.filter((path) => !declared.has(path)).map((path) => properties.Prefix + path);
  await removeAll(properties.Bucket, keys);
}

/** @throws when an object is not what the manifest declares */
async function requireDeclared(
  properties: PublicationProperties,
  declared: Declared,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const { Bucket, Prefix } = properties;
  const expected = await sha256OfDeclared(properties, declared, path, signal);
  if (expected !== (await sha256Of(Bucket, Prefix + path, signal)))
    throw new Error(notOurs(`the content of ${path} differs from the content at synth`));
}

/** SHA-256 of what a path has to have. Where only the asset says what that is, it is read. */
async function sha256OfDeclared(
  { SourceBucket }: PublicationProperties,
  { manifest, bundled, packed }: Declared,
  path: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const archive = packed.find((each) => each.path === path);
  if (archive) return sha256OfArchive(archive, SourceBucket, signal);
  const copy = manifest.copies.find((each) => each.path === path);
  const file = copy ?? bundled.find((each) => each.path === path);
  return file?.sha256 ?? (copy && sha256Of(copy.bucket ?? SourceBucket, copy.key, signal));
}

function notOurs(problem: string): string {
  return `${problem}; the object is not from this stack, and nothing is overwritten: delete the object, and deploy again`;
}
