/** A package with an optional range of versions, without anything that a program could read as an option. */
export const PACKAGE_WITH_VERSION = /^[A-Za-z0-9][\w.-]*(?:[=<>~!]=?[\w.!+*,=<>~-]+)?$/;

/** A requirement: a package with its versions and hashes, without options of a program. */
export interface Requirement {
  /** The normalized name. */
  readonly name: string;
  /** The exact version. Undefined for a range of versions. */
  readonly version?: string;
  /** The name, extras, versions and marker: `paint[oil]==1.0 ; python_version < "3.11"`. */
  readonly specification: string;
  /** Hashes such as `sha256:…`. */
  readonly hashes: string[];
}

/** The lines of a requirements file without comments and empty lines. A line that ends with a backslash continues in the next line. */
export function requirementLines(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.split(/\s#/)[0].trim())
    .filter((line) => line !== '');
}

/**
 * Parses a requirement strictly, because programs accept options after a requirement, such as `--no-binary`, with which they run code of
 * packages. Undefined for an option, a path and a URL, and for a requirement with options.
 */
export function parseRequirement(line: string): Requirement | undefined {
  const [specification, ...hashes] = line.split(/\s--hash[=\s]/).map((part) => part.trim());
  const [versions, ...marker] = specification.split(';');
  const [name] = /^[A-Za-z0-9][\w.-]*/.exec(versions) ?? [];
  if (name === undefined || marker.length > 1 || /\s-|:\/\//.test(specification)) return undefined;
  const afterName = versions.slice(name.length).trim();
  const range = afterName.replace(/^\[[\w\s.,-]*\]/, '').trim();
  const isHash = hashes.every((hash) => /^sha256:[0-9a-f]{64}$/.test(hash));
  if (!isHash || !/^(?:$|[=<>!~(])[\w\s.,!+*=<>~()-]*$/.test(range)) return undefined;
  const [, version] = /^==\s*([\w.!+-]+)$/.exec(range) ?? [];
  return { name: normalizeName(name), version, specification, hashes };
}

/** Normalizes the name of a package, as PyPI does: `Typing_Extensions` and `typing-extensions` are the same package. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}

/** The normalized name of a package of an image: `numpy` for `numpy==1.26.4` and for `numpy>=1.26,<2`. */
export function nameOfRequirement(requirement: string): string {
  return normalizeName(/^[\w.-]+/.exec(requirement)?.[0] ?? '');
}
