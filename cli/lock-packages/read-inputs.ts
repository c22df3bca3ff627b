import * as path from 'path';
import type { parse as Parse, TomlError as ErrorOfParser, TomlTable, TomlValue } from 'smol-toml' with {
  'resolution-mode': 'import',
};
import { isProject, requirementFiles } from '../../lib/model/python-packages/python-packages';
import { PythonPackagesError } from '../../lib/model/python-packages/python-packages-error';
import {
  quote,
  readListOrLock,
  readRequirements,
  type RequirementLine,
} from '../../lib/model/python-packages/requirement-files';

// The package has a CommonJS version, but its types are only those of its ES module.
const { parse, TomlError } = require('smol-toml') as { parse: typeof Parse; TomlError: typeof ErrorOfParser };

/** What the packages are resolved from. */
export interface Inputs {
  readonly source: string;
  readonly files: string[];
  /** The lines of a requirements file and of the files that it includes, or the dependencies of a project. */
  readonly lines: RequirementLine[];
  /** The packages in the uv.lock of a project, as requirements with exact versions. Empty without a uv.lock. */
  readonly projectVersions: string[];
}

/**
 * Reads a requirements file, or the dependencies and the uv.lock of a project. uv does not read the project: it would expand environment
 * variables in its URLs, send them to hosts that the project chooses, and start git.
 *
 * @throws PythonPackagesError if a file cannot be read, or if a project has no list of its dependencies
 */
export function readInputs(source: string): Inputs {
  if (!isProject(source)) return { source, ...readRequirements(source), projectVersions: [] };
  const files = requirementFiles(source);
  const name = path.basename(source);
  const lines = dependenciesOf(readToml(source), name).map((text): RequirementLine => {
    return { text, file: name, got: quote(name, text), isConstraint: false };
  });
  return { source, files, lines, projectVersions: files.slice(1).flatMap((lock) => versionsIn(readToml(lock))) };
}

function readToml(file: string): TomlTable {
  const text = readListOrLock(file, path.dirname(file));
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The message of the error quotes the file.
    throw new PythonPackagesError(`${path.basename(file)}: line ${error.line} is not TOML; correct the line`);
  }
}

function dependenciesOf({ project }: TomlTable, name: string): string[] {
  if (!isTable(project)) {
    throw new PythonPackagesError(`${name}: got no [project]; allowed: a project whose dependencies are in [project]`);
  }
  const { dependencies = [], dynamic = [] } = project;
  if (Array.isArray(dynamic) && dynamic.includes('dependencies')) {
    throw new PythonPackagesError(
      `${name}: got dynamic dependencies, for which code of the project would run; list them in \`dependencies\` of [project]`,
    );
  }
  if (Array.isArray(dependencies) && dependencies.every((each) => typeof each === 'string')) return dependencies;
  throw new PythonPackagesError(
    `${name}: got dependencies that are not a list of texts; allowed: \`dependencies = ["numpy"]\``,
  );
}

/** The packages of a uv.lock as requirements, each with the markers of the environments for which uv has chosen the version. */
function versionsIn({ package: packages = [] }: TomlTable): string[] {
  if (!Array.isArray(packages)) return [];
  return packages.filter(isTable).flatMap(({ name, version, 'resolution-markers': markers = [] }) => {
    if (typeof name !== 'string' || typeof version !== 'string' || !Array.isArray(markers)) return [];
    const marker = markers.map((each) => `(${String(each)})`).join(' or ');
    return `${name}==${version}${marker === '' ? '' : ` ; ${marker}`}`;
  });
}

function isTable(value: TomlValue | undefined): value is TomlTable {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
}
