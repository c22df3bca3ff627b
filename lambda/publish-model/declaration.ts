import type { PublicationManifest, PublicationProperties } from '../../lib/artifacts/publication-manifest';
import { groupOf, listIfThere, readJson, write } from '../shared/store';

/** What one publication declared of an open prefix. It lies beside the prefix, so that it is no model and who adds models cannot write it. */
export interface Declaration {
  /** Empty until all objects are there. */
  readonly publishedAt: string;
  /** ETags of all declared objects, by their paths: one that has the same still is what this stack wrote or compared. */
  readonly objects: Record<string, string>;
  /** Paths of those that this stack put there: nothing else is ever removed. */
  readonly written: string[];
  /** Names of models by their objects, for who invokes; absent until all objects are there. */
  readonly table?: PublicationManifest['table'];
}

/** A declaration that was read. */
export interface ReadDeclaration extends Declaration {
  readonly key: string;
}

/** Where a publication says what it declared. */
export function declarationKey({ Prefix, Declaration: name }: PublicationProperties): string {
  return `${groupOf(Prefix)}declared/${name}.json`;
}

export function tableKey({ Prefix }: PublicationProperties): string {
  return `${groupOf(Prefix)}table.json`;
}

/** Newest first. */
export async function readDeclarations({ Bucket, Prefix }: PublicationProperties): Promise<ReadDeclaration[]> {
  const keys = [...(await listIfThere(Bucket, `${groupOf(Prefix)}declared/`)).keys()];
  const declarations = await Promise.all(
    keys.map(async (key) => ({ key, ...(await readJson<Declaration>(Bucket, key)) })),
  );
  return declarations.sort((one, other) => other.publishedAt.localeCompare(one.publishedAt));
}

export async function writeDeclaration(properties: PublicationProperties, declaration: Declaration): Promise<void> {
  await write(properties.Bucket, declarationKey(properties), JSON.stringify(declaration));
}

/** Writes the table of names of a declaration. */
export async function writeTable(properties: PublicationProperties, { table = {} }: Declaration): Promise<void> {
  await write(properties.Bucket, tableKey(properties), JSON.stringify(table));
}
