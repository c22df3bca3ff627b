import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { PublicationManifest, PublicationProperties } from '../../lib/contracts/publication-manifest';
import { hasLibraryMark, removeLibraryObjects, replaceObject } from '../shared/own-objects';
import { groupPrefix, listIfBucketExists, readUnlessDeleted, s3 } from '../shared/store';

/**
 * The models that a publication declares under an open prefix (a prefix to which users may add models). An update adds a declaration before
 * CloudFormation deletes the previous one, so a deletion keeps the objects of other declarations. Declarations are not under the prefix, so
 * users who add models cannot change them.
 */
interface Declaration {
  /** ETags of the declared objects, whose content was compared, by their keys. */
  readonly objects: Readonly<Record<string, string>>;
  /** For clients: the path of each declared model's object, by model name. */
  readonly table: PublicationManifest['table'];
}

export function declarationKey(properties: PublicationProperties): string {
  return `${keyOf(properties)}.json`;
}

/** The beginning of the keys of a publication's objects that are not under its prefix. */
export function keyOf({ Prefix, Declaration: name }: PublicationProperties): string {
  return name === undefined ? Prefix.replace(/\/$/, '') : `${groupPrefix(Prefix)}declared/${name}`;
}

function tableKey({ Prefix }: PublicationProperties): string {
  return `${groupPrefix(Prefix)}table.json`;
}

/** The declarations of the open prefix, newest first, and without the one with the key `except`. */
export async function readDeclarations(properties: PublicationProperties, except?: string): Promise<Declaration[]> {
  const { Bucket, Prefix } = properties;
  const listing = await listIfBucketExists(Bucket, `${groupPrefix(Prefix)}declared/`);
  const keys = [...listing].sort(([, a], [, b]) => b.modified - a.modified).map(([key]) => key);
  const declarationKeys = keys.filter((key) => key.endsWith('.json') && key !== except);
  return (await Promise.all(declarationKeys.map((key) => readDeclaration(Bucket, key)))).flat();
}

/** Reads a declaration; returns an empty list if the object is not from this library. */
async function readDeclaration(bucket: string, key: string): Promise<Declaration[]> {
  const object = await readUnlessDeleted(bucket, key, () =>
    s3.send(new GetObjectCommand({ Bucket: bucket, Key: key })),
  );
  if (!object || !hasLibraryMark({ bucket, key }, object)) return [];
  return [JSON.parse((await object.Body?.transformToString()) ?? '') as Declaration];
}

/** Writes a declaration, and then the table for clients. */
export async function declare(properties: PublicationProperties, declaration: Declaration): Promise<void> {
  const { Bucket } = properties;
  await replaceObject(Bucket, declarationKey(properties), JSON.stringify(declaration));
  await replaceObject(Bucket, tableKey(properties), JSON.stringify(declaration.table ?? {}));
}

/**
 * Removes a declaration, and the table if there is no other declaration. Otherwise, the table is that of the newest one: in a rollback,
 * CloudFormation may not publish the previous version again.
 *
 * @param others the other declarations, newest first
 */
export async function revoke(properties: PublicationProperties, [newest]: readonly Declaration[]): Promise<void> {
  const { Bucket } = properties;
  if (newest) await replaceObject(Bucket, tableKey(properties), JSON.stringify(newest.table ?? {}));
  else await removeLibraryObjects(Bucket, tableKey(properties));
  await removeLibraryObjects(Bucket, declarationKey(properties));
}
