import { Resource, Template } from './template';

/** Which resources only have another logical id: the new id by the old one. */
export function renamesBetween(before: Template, after: Template): Map<string, string> {
  const old = before.Resources ?? {};
  const fresh = after.Resources ?? {};
  const renames = new Map<string, string>();
  // Resources are also equal when they refer to the same renamed ones, so each round may find more.
  for (let known = -1; known < renames.size;) {
    known = renames.size;
    for (const id of Object.keys(old).filter((one) => !(one in fresh) && !renames.has(one))) {
      const taken = new Set(renames.values());
      const sought = textOf(old[id], renames);
      const match = Object.keys(fresh).find(
        (other) => !(other in old) && !taken.has(other) && textOf(fresh[other]) === sought,
      );
      if (match) renames.set(id, match);
    }
  }
  return renames;
}

function textOf({ Type, Properties }: Resource, renames = new Map<string, string>()): string {
  return JSON.stringify([Type, Properties], (_, value) => renames.get(value) ?? value);
}
