import { execFileSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';

const REPOSITORY = path.join(__dirname, '..', '..');

/** An edit of one file. Returns the new text of the file. */
export type Edit = (text: string) => string;

/** A copy of the library with the edits of a contributor who follows a guide in CONTRIBUTING.md. */
export class ChangedCopy {
  private readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guide-'));

  /** @param edits the changes, by the path of the file */
  constructor(edits: Record<string, Edit>) {
    for (const copied of ['lib', 'cli', 'lambda', 'package.json', 'tsconfig.json']) {
      fs.cpSync(path.join(REPOSITORY, copied), path.join(this.folder, copied), { recursive: true });
    }
    for (const linked of ['node_modules', 'assets', 'model-artifacts']) {
      fs.symlinkSync(path.join(REPOSITORY, linked), path.join(this.folder, linked));
    }
    for (const [name, edit] of Object.entries(edits)) {
      const file = path.join(this.folder, name);
      const before = fs.readFileSync(file, 'utf8');
      const after = edit(before);
      if (after === before) throw new Error(`the edit of the guide changes nothing in ${name}`);
      fs.writeFileSync(file, after);
    }
  }

  /**
   * Runs a script in the copy, and returns the value that the script prints.
   *
   * @param script TypeScript code that ends with a call of `print`
   */
  public run(script: string): unknown {
    const file = path.join(this.folder, 'script.ts');
    fs.writeFileSync(file, `const print = (value: unknown) => console.log(JSON.stringify(value));\n${script}`);
    const tsx = path.join(REPOSITORY, 'node_modules', '.bin', 'tsx');
    return JSON.parse(execFileSync(tsx, [file], { cwd: this.folder, encoding: 'utf8' }));
  }

  /** Deletes the copy. */
  public delete(): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Paths of the files that a section of CONTRIBUTING.md mentions, in the order of the section. */
export function pathsInGuide(title: string): string[] {
  const text = fs.readFileSync(path.join(REPOSITORY, 'CONTRIBUTING.md'), 'utf8');
  const section = text.split(/^## /m).find((candidate) => candidate.startsWith(`${title}\n`));
  if (section === undefined) throw new Error(`CONTRIBUTING.md has no section "${title}"`);
  const paths = [...section.matchAll(/`((?:lib|cli|lambda|docs)\/[\w/.-]+)`/g)].map(([, name]) => name);
  return [...new Set(paths)];
}

/** Inserts a row after a row of a JSON table with one row per line. */
export function rowInsertion(row: object, after: RegExp): Edit {
  return (text) => text.replace(after, (line) => `${line.replace(/,?$/, ',')}\n    ${JSON.stringify(row)}`);
}

/** Inserts lines before a text that occurs once. */
export function insertionBefore(anchor: string, lines: string): Edit {
  return (text) => {
    if (text.split(anchor).length !== 2) throw new Error(`"${anchor}" does not occur once`);
    return text.replace(anchor, () => `${lines}${anchor}`);
  };
}
