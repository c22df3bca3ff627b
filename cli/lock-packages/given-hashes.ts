import { PythonPackagesError } from '../../lib/model/python-packages/python-packages-error';
import { RequirementLine } from '../../lib/model/python-packages/requirement-files';
import { normalizeName, parseRequirement, Requirement } from '../../lib/model/python-packages/requirements';

/** A package in a requirements file that uv wrote: its name, its version and the lines of its hashes. */
const PACKAGE = /^([A-Za-z0-9][\w.-]*)==([^\s;]+).*?((?: \\\n {4}--hash=\S+)+)/gm;

/** The requirements with hashes. */
export function requirementsWithHashes(lines: readonly RequirementLine[]): Requirement[] {
  return lines.flatMap(({ text }) => parseRequirement(text) ?? []).filter(({ hashes }) => hashes.length > 0);
}

/**
 * Keeps only the hashes in the requirements. As for pip, a file must have one of them, but uv replaces them by all hashes of the index.
 *
 * @param file name of the requirements file, for error messages
 * @throws PythonPackagesError if the index has none of the hashes of a package
 */
export function onlyGivenHashes(lock: string, given: readonly Requirement[], file: string): string {
  return lock.replaceAll(PACKAGE, (text: string, name: string, version: string, hashes: string) => {
    const lists = applicable(given, normalizeName(name), version).map((each) => each.hashes);
    if (lists.length === 0) return text;
    const kept = lists[0].filter((hash) => hashes.includes(hash) && lists.every((list) => list.includes(hash)));
    if (kept.length > 0) return text.replace(hashes, kept.map((hash) => ` \\\n    --hash=${hash}`).join(''));
    const got = [...new Set(lists.flat())].map((hash) => `--hash=${hash}`).join(' ');
    throw new PythonPackagesError(
      `${file}: got ${got} for ${name}; allowed: a hash that the index has for ${name}==${version}, in each line of the package; correct ` +
        'the version or the hashes, or remove the hashes',
    );
  });
}

/** The requirements of a package, without those of a different version, whose marker does not apply. */
function applicable(given: readonly Requirement[], name: string, version: string): Requirement[] {
  const ofPackage = given.filter((each) => each.name === name);
  const ofVersion = ofPackage.filter(
    (each) => each.version === undefined || each.version === version || !each.specification.includes(';'),
  );
  return ofVersion.length > 0 ? ofVersion : ofPackage;
}
