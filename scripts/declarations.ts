/** Finds the declaration files that the compilers of users read: the files that an entry point of the package imports. */
import * as fs from 'fs';
import * as path from 'path';
import { createSourceFile, isExportDeclaration, isStringLiteral, preProcessFile, ScriptTarget } from 'typescript';

/** Returns the entry points and all declaration files that they import, directly or indirectly, except the files of packages. */
export function reachedDeclarations(entryPoints: string[]): Set<string> {
  const reached = new Set<string>();
  const pending = entryPoints.map((file) => path.resolve(file));
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    for (const name of importsOf(file))
      if (name.startsWith('.')) pending.push(declarationOf(path.resolve(path.dirname(file), name)));
  }
  return reached;
}

/** The modules that a file imports. `preProcessFile` does not find those of `export * as`. */
function importsOf(file: string): string[] {
  const text = fs.readFileSync(file, 'utf8');
  const exported = createSourceFile(file, text, ScriptTarget.Latest).statements.flatMap((statement) =>
    isExportDeclaration(statement) && statement.moduleSpecifier && isStringLiteral(statement.moduleSpecifier)
      ? [statement.moduleSpecifier.text]
      : [],
  );
  return [...preProcessFile(text).importedFiles.map(({ fileName }) => fileName), ...exported];
}

function declarationOf(module: string): string {
  const file = [`${module}.d.ts`, path.join(module, 'index.d.ts')].find((each) => fs.existsSync(each));
  if (file === undefined) throw new Error(`${module} has no declaration`);
  return file;
}

/** Deletes the declaration files of a folder that no entry point imports. */
export function deleteUnreachedDeclarations(folder: string, entryPoints: string[]): void {
  const reached = reachedDeclarations(entryPoints);
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, name);
    if (file.endsWith('.d.ts') && !reached.has(file)) fs.rmSync(file);
  }
}
