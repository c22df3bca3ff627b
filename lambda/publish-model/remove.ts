import type { PublicationProperties } from '../../lib/contracts/publication-manifest';
import { removeLibraryObjects } from '../shared/own-objects';
import { declarationKey, readDeclarations, revoke } from './declarations';
import { awaitEnd } from './running';

/**
 * Removes the objects under the prefix that this library wrote, except those of other declarations of an open prefix. The objects are
 * listed, since `cdk gc` may have deleted the manifest.
 *
 * @returns a sentence that describes what was done
 */
export async function remove(properties: PublicationProperties, signal: AbortSignal): Promise<string> {
  const { Bucket, Prefix, Declaration } = properties;
  await awaitEnd(properties, signal);
  const others = Declaration === undefined ? [] : await readDeclarations(properties, declarationKey(properties));
  const neededKeys = new Set(others.flatMap(({ objects }) => Object.keys(objects)));
  const { removed, foreign } = await removeLibraryObjects(Bucket, Prefix, (key) => !neededKeys.has(key));
  if (Declaration !== undefined) await revoke(properties, others);
  const [first, ...more] = Declaration === undefined ? foreign : []; // users may add objects to an open prefix
  const note =
    more.length > 0
      ? `${first} and ${more.length} more are not from this stack and stay`
      : `${first} is not from this stack and stays`;
  return first === undefined ? `${removed} objects removed` : `${removed} objects removed; ${note}`;
}
