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
const CONDITIONAL_STATEMENT = /^(?:try|if|elif|else|except|for|while|match|case)\b/;

/**
 * The modules that Python code imports, except for conditional imports (`try`, `if TYPE_CHECKING`). The function reads only lines and their
 * indentation, so it requires no Python installation and supports code for any Python version.
 */
export function pythonImports(source: string): PythonImport[] {
  const imports: PythonImport[] = [];
  const blocks: { indent: number; conditional: boolean }[] = [];
  for (const line of logicalLines(withoutStringsAndComments(source))) {
    const statement = line.trimStart();
    if (statement === '') continue;
    const indent = line.length - statement.length;
    while (blocks.length > 0 && blocks[blocks.length - 1].indent >= indent) blocks.pop();
    const conditional = blocks.some((block) => block.conditional);
    if (!conditional) {
      imports.push(...importsIn(statement).map((each) => ({ ...each, isTopLevel: blocks.length === 0 })));
    }
    blocks.push({ indent, conditional: CONDITIONAL_STATEMENT.test(statement) });
  }
  return imports;
}

/** Removes comments and the content of string literals. */
function withoutStringsAndComments(source: string): string {
  const parts: string[] = [];
  const startPattern = /["'#]/g;
  let position = 0;
  for (let found = startPattern.exec(source); found; found = startPattern.exec(source)) {
    parts.push(source.slice(position, found.index), found[0] === '#' ? '' : '""');
    position = endOfString(source, found.index);
    startPattern.lastIndex = position;
  }
  return [...parts, source.slice(position)].join('');
}

/** The end of the comment or string literal that begins at a position. */
function endOfString(source: string, start: number): number {
  const quote = source[start];
  const tripleQuote = quote.repeat(3);
  if (quote !== '#' && source.startsWith(tripleQuote, start)) {
    const end = source.indexOf(tripleQuote, start + 3);
    return end === -1 ? source.length : end + 3;
  }
  for (let index = start + 1; index < source.length; index++) {
    if (source[index] === '\n') return index;
    if (quote === '#') continue;
    if (source[index] === quote) return index + 1;
    if (source[index] === '\\') index++;
  }
  return source.length;
}

/** The lines of the code. Text in parentheses is joined into one line. */
function logicalLines(source: string): string[] {
  return source.replace(/\([^()]*\)/g, (text) => text.replace(/\s+/g, ' ')).split('\n');
}

function importsIn(statement: string): { module: string; names: string[] }[] {
  if (statement.startsWith('import ')) {
    return splitNames(statement.slice('import '.length)).map((module) => ({ module, names: [] }));
  }
  const [, module, names] = /^from +([\w.]+) +import\b(.*)$/.exec(statement) ?? [];
  return module === undefined ? [] : [{ module, names: splitNames(names.replace(/[()]/g, ' ')) }];
}

/** The imported names in `a, b as c; d()`: `a` and `b`. */
function splitNames(text: string): string[] {
  const [list] = text.split(';');
  return list
    .split(',')
    .map((each) => each.trim().split(' ')[0])
    .filter((name) => /^[\w.]+$/.test(name));
}
