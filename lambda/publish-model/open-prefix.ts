import type { PublicationProperties } from '../../lib/artifacts/publication-manifest';
import { fill, missing, readManifest, sizesOf } from './publish';
import { listIfThere } from './remove';
import { list, readBytes, removeAll, write } from './store';

/** What one publication declared. It lies beside the prefix, so that it is no model. */
interface Declaration {
  readonly publishedAt: string;
  readonly objects: string[];
}

/**
 * Adds the declared objects to a prefix that others write to as well. Nothing is overwritten: an object's name has the hash of its
 * content, so one that is there is the right one. The table of names comes last.
 *
 * @returns what was done, in words
 */
export async function publishOpen(properties: PublicationProperties, signal: AbortSignal): Promise<string> {
  const { Bucket, Prefix } = properties;
  const declared = await readManifest(properties);
  const expected = sizesOf(declared.manifest, declared.bundled);
  const there = await list(Bucket, Prefix);
  const present = new Map([...expected].filter(([path]) => there.has(Prefix + path)));
  const other = missing(present, there, Prefix);
  if (other) throw new Error(`${other}; it was put there by someone else, and nothing is overwritten`);

  const added = [...expected.keys()].filter((path) => !present.has(path));
  try {
    await fill(properties, declared, signal, (path) => !present.has(path));
    const problem = missing(expected, await list(Bucket, Prefix), Prefix);
    if (problem) throw new Error(problem);
  } catch (error) {
    await removeUndeclared(properties, added);
    throw error;
  }
  const declaration: Declaration = { publishedAt: new Date().toISOString(), objects: [...expected.keys()] };
  await write(Bucket, declarationKey(properties), JSON.stringify(declaration));
  await write(Bucket, tableKey(properties), JSON.stringify(declared.manifest.table ?? {}));
  return `${added.length} objects added, ${present.size} were there already`;
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
  const needed = new Set(kept.flatMap(({ objects }) => objects));
  const gone = declarations.filter((each) => !kept.includes(each));
  const objects = new Set(gone.flatMap((each) => each.objects).filter((path) => !needed.has(path)));
  await removeAll(Bucket, [...(endpointGoes ? [tableKey(properties)] : []), ...gone.map(({ key }) => key)]);
  await removeAll(
    Bucket,
    [...objects].map((path) => Prefix + path),
  );
  return `${objects.size} objects removed, ${kept.length} versions kept`;
}

/**
 * Removes what one publication alone has declared.
 *
 * @returns what was done, in words
 */
export async function discardOpen(properties: PublicationProperties): Promise<string> {
  const { Bucket } = properties;
  const declarations = await readDeclarations(properties);
  const own = declarations.find(({ key }) => key === declarationKey(properties));
  if (!own) return 'Nothing was published';
  await removeAll(Bucket, [own.key, ...(declarations.length === 1 ? [tableKey(properties)] : [])]);
  await removeUndeclared(properties, own.objects);
  return `${own.objects.length} objects are no longer declared`;
}

/** Where a publication says what it declared. */
export function declarationKey({ Prefix, Declaration: name }: PublicationProperties): string {
  return `${groupOf(Prefix)}declared/${name}.json`;
}

function tableKey({ Prefix }: PublicationProperties): string {
  return `${groupOf(Prefix)}table.json`;
}

function groupOf(prefix: string): string {
  return prefix.slice(0, prefix.lastIndexOf('/', prefix.length - 2) + 1);
}

/** Newest first. */
async function readDeclarations({
  Bucket,
  Prefix,
}: PublicationProperties): Promise<(Declaration & { readonly key: string })[]> {
  const keys = [...(await listIfThere(Bucket, `${groupOf(Prefix)}declared/`)).keys()];
  const declarations = await Promise.all(
    keys.map(async (key) => {
      const text = new TextDecoder().decode(await readBytes(Bucket, key));
      return { key, ...(JSON.parse(text) as Declaration) };
    }),
  );
  return declarations.sort((one, other) => other.publishedAt.localeCompare(one.publishedAt));
}

async function removeUndeclared(properties: PublicationProperties, paths: string[]): Promise<void> {
  const declared = new Set((await readDeclarations(properties)).flatMap(({ objects }) => objects));
  const keys = paths.filter((path) => !declared.has(path)).map((path) => properties.Prefix + path);
  await removeAll(properties.Bucket, keys);
}
