import { Resource, Template } from '../../scripts/template-diff/template';

/** Finds resources with a new logical ID and no other changes. Maps old IDs to new IDs. */
export function renamesBetween(before: Template, after: Template): Map<string, string> {
  const oldResources = before.Resources ?? {};
  const newResources = after.Resources ?? {};
  const renames = new Map<string, string>();
  // A rename can make resources equal that refer to the renamed resource, so repeat until no rename is found.
  for (let previousCount = -1; previousCount < renames.size;) {
    previousCount = renames.size;
    for (const id of Object.keys(oldResources).filter((each) => !(each in newResources) && !renames.has(each))) {
      const usedIds = new Set(renames.values());
      const text = resourceAsText(oldResources[id], renames);
      const newId = Object.keys(newResources).find(
        (other) => !(other in oldResources) && !usedIds.has(other) && resourceAsText(newResources[other]) === text,
      );
      if (newId) renames.set(id, newId);
    }
  }
  return renames;
}

function resourceAsText({ Type, Properties }: Resource, renames = new Map<string, string>()): string {
  return JSON.stringify([Type, Properties], (_, value) => renames.get(value) ?? value);
}
