import { PythonPackagesError } from '../../lib/model/python-packages/python-packages-error';
import { RequirementLine } from '../../lib/model/python-packages/requirement-files';
import { parseRequirement } from '../../lib/model/python-packages/requirements';

/** What replaces the options of indexes in a requirements file. Its environment variables are described by `uv help pip compile`. */
const REPLACEMENTS: Record<string, string> = {
  '-i': 'UV_DEFAULT_INDEX',
  '--index-url': 'UV_DEFAULT_INDEX',
  '--extra-index-url': 'UV_INDEX',
  '-f': 'UV_FIND_LINKS',
  '--find-links': 'UV_FIND_LINKS',
  '--no-index': 'no-index = true in the file that UV_CONFIG_FILE names',
  '--trusted-host': 'UV_INSECURE_HOST',
  '--pre': 'UV_PRERELEASE=allow',
};

/**
 * Rejects requirements that are not packages of an index, and whose code uv would run, such as `-e .`. Also rejects options, such as those of
 * indexes, which can contain passwords, and which synthesis would not read.
 *
 * @throws PythonPackagesError for the first such line
 */
export function requirePackageNames(lines: readonly RequirementLine[]): void {
  for (const { text, file, got } of lines) {
    if (parseRequirement(text)) continue;
    if (/\s--hash[=\s]/.test(text) && parseRequirement(text.split(/\s--hash[=\s]/)[0])) {
      throw new PythonPackagesError(
        `${got}; allowed: hashes such as --hash=sha256:0123…, with 64 digits in lower case`,
      );
    }
    const [option] = /^(?:--[a-z-]+|-[a-z])/.exec(text) ?? [];
    // An option of an included file can be a secret.
    const isPublic = option !== undefined && (Object.hasOwn(REPLACEMENTS, option) || got.includes(option));
    throw new PythonPackagesError(
      option !== undefined && !/^--?e(?:ditable)?$/.test(option)
        ? `${isPublic ? `${file}: got ${option}` : got}; allowed: packages.${fixOf(option)}`
        : `${got}; allowed: a package of an index, with its versions. Build a wheel, and publish it to an index`,
    );
  }
}

function fixOf(option: string): string {
  const replacement = Object.hasOwn(REPLACEMENTS, option) ? REPLACEMENTS[option] : undefined;
  return replacement === undefined ? ' Remove the option' : ` Set ${replacement} instead, which synthesis also reads`;
}
