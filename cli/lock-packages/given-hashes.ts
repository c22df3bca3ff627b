import { PythonPackagesError } from '../../lib/model/python-packages/python-packages-error';
import { RequirementLine } from '../../lib/model/python-packages/requirement-files';
import { parseRequirement, Requirement, requirementLines } from '../../lib/model/python-packages/requirements';

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
  const packages = lock.split(/\n(?=\S)/);
  return packages.map((text) => withGivenHashes(text, given, file)).join('\n');
}

/** Removes hashes from the lines of a package: its version, its hashes, and comments. */
function withGivenHashes(text: string, given: readonly Requirement[], file: string): string {
  const { name, version, specification, hashes } = parseRequirement(requirementLines(text).join(' ')) ?? {};
  if (name === undefined || version === undefined || hashes === undefined) return text;
  const lists = applicable(given, name, version).map((each) => each.hashes);
  if (lists.length === 0) return text;
  const kept = hashes.filter((hash) => lists.every((list) => list.includes(hash)));
  if (kept.length > 0) {
    const requirement = [specification, ...kept.map((hash) => `--hash=${hash}`)].join(' \\\n    ');
    return [requirement, ...text.split('\n').filter((line) => !/--hash=|^\S/.test(line))].join('\n');
  }
  const got = [...new Set(lists.flat())].map((hash) => `--hash=${hash}`).join(' ');
  throw new PythonPackagesError(
    `${file}: got ${got} for ${name}; allowed: a hash that the index has for ${name}==${version}, in each line of the package; correct ` +
      'the version or the hashes, or remove the hashes',
  );
}

/** The requirements of a package, without those of a different version, whose marker does not apply. */
function applicable(given: readonly Requirement[], name: string, version: string): Requirement[] {
  const ofPackage = given.filter((each) => each.name === name);
  const ofVersion = ofPackage.filter(
    (each) => each.version === undefined || each.version === version || !each.specification.includes(';'),
  );
  return ofVersion.length > 0 ? ofVersion : ofPackage;
}
