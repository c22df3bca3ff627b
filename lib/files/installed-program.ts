import * as fs from 'fs';
import * as path from 'path';

/** Options of `spawn`. */
export interface ProgramOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Options of `spawn` for a program that the user installed, such as tar or Python. The current folder can be one that others wrote: programs
 * run in the root folder instead, because Python imports modules of the current folder and version managers read its files.
 *
 * @param folder a folder whose programs are not started
 */
export function installedProgram(folder?: string): ProgramOptions {
  return { cwd: path.resolve('/'), env: { ...process.env, PATH: searchPath(folder) } };
}

/**
 * PATH without relative paths, the current folder, a further folder, and the programs of npm packages, which npx adds for the current folder and
 * its parents.
 */
export function searchPath(folder = '.'): string {
  const excluded = [folder, '.'].map(realPath);
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((each) => path.isAbsolute(each) && !/[\\/]node_modules[\\/]\.bin[\\/]*$/.test(each))
    .filter((each) => !excluded.includes(realPath(each)))
    .join(path.delimiter);
}

/** The path without links. The path itself if the file does not exist. */
export function realPath(file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return file;
  }
}
