import * as fs from 'fs';
import * as path from 'path';

const PROGRAM = path.join(__dirname, '..', '..', 'cli', 'commands.ts');

/** The names of all subcommands: `lock-packages` for `lockPackagesCommand`. */
export function commandNames(): string[] {
  const functions = fs.readFileSync(PROGRAM, 'utf8').matchAll(/\.addCommand\((\w+)Command\(/g);
  return [...functions].map(([, name]) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
}
