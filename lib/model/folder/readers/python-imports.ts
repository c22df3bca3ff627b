import { pythonLines, PythonToken, splitTokens } from './python-code';

/** A module that Python code imports. */
export interface PythonImport {
  /** Name in the code: `a.b`, or `.a` relative to the file. */
  readonly module: string;
  /** Imported names, which can also be modules. */
  readonly names: string[];
  /** Whether the import is outside of functions, so it runs whenever the file is imported. */
  readonly isTopLevel: boolean;
}

/** Statements whose block runs conditionally or handles errors. */
const CONDITIONAL_STATEMENT = /^(?:try|if|elif|else|except|for|while|match|case)$/;

/** The modules that Python code imports, except for conditional imports (`try`, `if TYPE_CHECKING`). */
export function pythonImports(source: string): PythonImport[] {
  const imports: PythonImport[] = [];
  const blocks: { indent: number; conditional: boolean }[] = [];
  for (const { indent, tokens } of pythonLines(source)) {
    while (blocks.length > 0 && blocks[blocks.length - 1].indent >= indent) blocks.pop();
    const conditional = blocks.some((block) => block.conditional);
    if (!conditional) {
      for (const each of importsIn(tokens)) imports.push({ ...each, isTopLevel: blocks.length === 0 });
    }
    blocks.push({ indent, conditional: CONDITIONAL_STATEMENT.test(tokens[0].text) });
  }
  return imports;
}

function importsIn([keyword, ...tokens]: PythonToken[]): { module: string; names: string[] }[] {
  if (keyword.kind !== 'name') return [];
  if (keyword.text === 'import') return importedNames(tokens).map((module) => ({ module, names: [] }));
  const position = tokens.findIndex(({ text }) => text === 'import');
  if (keyword.text !== 'from' || position === -1) return [];
  const module = textOf(tokens.slice(0, position));
  return [{ module, names: importedNames(tokens.slice(position + 1).filter(({ text }) => !'()'.includes(text))) }];
}

/** The imported names in `a, b as c`: `a` and `b`. */
function importedNames(tokens: PythonToken[]): string[] {
  return splitTokens(tokens, ',')
    .map((each) => textOf(splitTokens(each, 'as')[0]))
    .filter((name) => /^[\w.]+$/.test(name));
}

function textOf(tokens: PythonToken[]): string {
  return tokens.map(({ text }) => text).join('');
}
