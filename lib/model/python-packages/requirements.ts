/** A package with an optional range of versions, without anything that a program could read as an option. */
export const PACKAGE_WITH_VERSION = /^[A-Za-z0-9][\w.-]*(?:[=<>~!]=?[\w.!+*,=<>~-]+)?$/;

/** A limit of versions, such as `>=1.0rc1`, in the notation of PEP 440. */
const VERSION_RANGE =
  /^(?:~=|===?|!=|<=?|>=?)\s*v?(?:\d+!)?\d+(?:\.\d+)*(?:[-_.]?(?:a|b|c|rc|alpha|beta|pre|preview)[-_.]?\d*)?(?:-\d+|[-_.]?(?:post|rev|r)[-_.]?\d*)?(?:[-_.]?dev[-_.]?\d*)?(?:\.\*|\+[a-z0-9]+(?:[-_.][a-z0-9]+)*)?$/i;

/** Names that uv reads as paths of files. */
const ARCHIVE = /\.(?:whl|zip|egg|tgz|tbz|txz|tlz|tar(?:\.\w+)?)$/i;

/** Maximum number of parentheses in each other in a marker. */
const MAX_PARENTHESES = 100;

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

/** A line of a requirements file, with the number of its first line in the file. */
export interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

/** The lines of a requirements file without comments and empty lines. A line that ends with a backslash continues in the next line. */
export function requirementLines(text: string): string[] {
  return numberedLines(text).map((line) => line.text);
}

/** The same lines with their numbers. */
export function numberedLines(file: string): NumberedLine[] {
  const lines: { number: number; text: string }[] = [];
  let continued: { number: number; text: string } | undefined;
  for (const [index, line] of file.split(/\r\n|\r|\n/).entries()) {
    if (/^\s*#/.test(line)) continue;
    const text = line.replace(/\\$/, ' ');
    if (continued) continued.text += text;
    else lines.push((continued = { number: index + 1, text }));
    if (text === line) continued = undefined;
  }
  return lines
    .map(({ number, text }) => ({ number, text: text.split(/\s#/)[0].trim() }))
    .filter(({ text }) => text !== '');
}

/**
 * Parses a requirement strictly, because programs accept options after a requirement, such as `--no-binary`, with which they run code of
 * packages, and because uv quotes what it cannot parse. Undefined for an option, a path and a URL, and for a requirement with options.
 */
export function parseRequirement(line: string): Requirement | undefined {
  const [specification, ...hashes] = line.split(/\s--hash[=\s]/).map((part) => part.trim());
  const [versions, ...marker] = specification.split(';');
  const [name] = /^[A-Za-z0-9][\w.-]*/.exec(versions) ?? [];
  if (name === undefined || ARCHIVE.test(name) || marker.length > 1 || /\s-|:\/\//.test(specification))
    return undefined;
  const [, extras = '', versionRange] = /^(?:\[([^\]]*)\])?([^]*)$/.exec(versions.slice(name.length).trim()) ?? [];
  const range = versionRange
    .trim()
    .replace(/^\((.*)\)$/, '$1')
    .replace(/(?<=[\w*]),$/, '');
  const areValid =
    [name, ...listOf(extras)].every((each) => /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/.test(each)) &&
    listOf(range).every((each) => VERSION_RANGE.test(each)) &&
    marker.every(isMarker) &&
    hashes.every((hash) => /^sha256:[0-9a-f]{64}$/.test(hash));
  if (!areValid) return undefined;
  const [, version] = /^==\s*([\w.!+-]+)$/.exec(range) ?? [];
  return { name: normalizeName(name), version, specification, hashes };
}

/** Whether a text is a marker, which describes the environments that require a package. */
function isMarker(text: string): boolean {
  const value = `(?:"[^"]*"|'[^']*'|\\b(?:(?:python|os|sys|platform|implementation)[._]\\w+|extras?)\\b)`;
  const comparison = new RegExp(`${value}\\s*(?:[<>]=?|[!~]=|===?|not\\s+in\\b|in\\b)\\s*${value}`, 'g');
  let rest = text.replaceAll('?', '#').replaceAll(comparison, '?');
  for (let depth = 0; depth < MAX_PARENTHESES && rest.includes('('); depth++)
    rest = rest.replaceAll(/\(\s*\?(?:\s*(?:and|or)\s*\?)*\s*\)/g, '?');
  return /^\s*\?(?:\s*(?:and|or)\s*\?)*\s*$/.test(rest);
}

/** The parts of a list with commas. None for an empty list. */
function listOf(text: string): string[] {
  return text.trim() === '' ? [] : text.split(',').map((each) => each.trim());
}

/** Normalizes the name of a package, as PyPI does: `Typing_Extensions` and `typing-extensions` are the same package. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}

/** The normalized name of a package of an image: `numpy` for `numpy==1.26.4` and for `numpy>=1.26,<2`. */
export function nameOfRequirement(requirement: string): string {
  return normalizeName(/^[\w.-]+/.exec(requirement)?.[0] ?? '');
}
