import type { PublicationProperties } from '../../lib/contracts/publication-manifest';
import { addObjects } from '../shared/add-objects';
import { DeclaredObjects, readManifest, sizesOf } from '../shared/declared-objects';
import { hasLibraryMark } from '../shared/own-objects';
import { listObjects } from '../shared/store';
import { declare, readDeclarations } from './declarations';

/**
 * Publishes all declared objects under the prefix. Texts such as config.pbtxt are written after all other files, so that Triton cannot load
 * an incomplete model.
 *
 * @returns a sentence that describes what was done
 */
export async function publish(properties: PublicationProperties, signal: AbortSignal): Promise<string> {
  const declared = await readManifest(properties);
  return properties.Declaration === undefined
    ? publishClosed(properties, declared, signal)
    : publishOpen(properties, declared, signal);
}

/** A closed prefix contains only the objects of one manifest, and its name is a hash of their content. */
async function publishClosed(
  properties: PublicationProperties,
  declared: DeclaredObjects,
  signal: AbortSignal,
): Promise<string> {
  await requireNoOtherObjects(properties, declared);
  const { added, etags } = await addObjects(properties, declared, signal, (key, object) =>
    hasLibraryMark({ bucket: properties.Bucket, key }, object),
  );
  await requireNoOtherObjects(properties, declared);
  return added === 0
    ? `${etags.size} files existed already`
    : `${etags.size} files, ${declared.manifest.copies.length} of them copied inside S3`;
}

/**
 * Users may add models under an open prefix, even with the mark of this library. So only objects that an earlier publication has compared
 * are not compared again.
 */
async function publishOpen(
  properties: PublicationProperties,
  declared: DeclaredObjects,
  signal: AbortSignal,
): Promise<string> {
  const declarations = await readDeclarations(properties);
  const { added, etags } = await addObjects(properties, declared, signal, (key, { ETag }) =>
    declarations.some(({ objects }) => objects[key] === ETag),
  );
  await declare(properties, { objects: Object.fromEntries(etags), table: declared.manifest.table });
  return `${added} objects added, ${etags.size - added} existed already`;
}

/** @throws an error if an object is not in the manifest: Triton would load this object, and this library must not delete the object */
async function requireNoOtherObjects(
  { Bucket, Prefix }: PublicationProperties,
  declared: DeclaredObjects,
): Promise<void> {
  const keys = new Set([...sizesOf(declared).keys()].map((path) => Prefix + path));
  const key = [...(await listObjects(Bucket, Prefix)).keys()].find((each) => !keys.has(each));
  if (key !== undefined)
    throw new Error(`${key} does not belong to the model and is not from this stack; delete the object`);
}
