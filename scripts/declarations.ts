/** The declarations that users' compilers read: those that an entry point of the package reaches. */
import * as fs from 'fs';
import * as path from 'path';
import { preProcessFile } from 'typescript';

/** All files that these declarations import, and they themselves. Packages are not followed. */
export function reachedDeclarations(entryPoints: string[]): Set<string> {
  const reached = new Set<string>();
  const open = entryPoints.map((file) => path.resolve(file));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const { fileName } of preProcessFile(fs.readFileSync(file, 'utf8')).importedFiles) {
      if (fileName.startsWith('.')) open.push(declarationOf(path.resolve(path.dirname(file), fileName)));
    }
  }
  return reached;
}

function declarationOf(module: string): string {
  const file = [`${module}.d.ts`, path.join(module, 'index.d.ts')].find((each) => fs.existsSync(each));
  if (file === undefined) throw new Error(`${module} has no declaration`);
  return file;
}

/** Deletes the other declarations of a folder. */
export function deleteUnreachedDeclarations(folder: string, entryPoints: string[]): void {
  const reached = reachedDeclarations(entryPoints);
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (file.endsWith('.d.ts') && !reached.has(file)) fs.rmSync(file);
  }
}
