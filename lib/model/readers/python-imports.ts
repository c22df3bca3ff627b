/** A module that Python code imports. */
export interface PythonImport {
  /** As it stands there: `a.b`, or `.a` relative to the file. */
  readonly module: string;
  /** What is taken from it, which may be modules, too. */
  readonly names: string[];
  /** Whether it is imported whenever the file is: outside of functions. */
  readonly always: boolean;
}

/** What makes the lines below it run only sometimes, or their failure harmless. */
const CONDITION = /^(?:try|if|elif|else|except|for|while|match|case)\b/;

/**
 * The modules that Python code imports, without those under a condition: `try`, `if TYPE_CHECKING`. No Python is needed, nor the right
 * one, since this reads lines and their indentation only.
 */
export function pythonImports(source: string): PythonImport[] {
  const found: PythonImport[] = [];
  const blocks: { indent: number; conditional: boolean }[] = [];
  for (const line of joined(withoutText(source))) {
    const statement = line.trimStart();
    if (statement === '') continue;
    const indent = line.length - statement.length;
    while (blocks.length > 0 && blocks[blocks.length - 1].indent >= indent) blocks.pop();
    const conditional = blocks.some((block) => block.conditional);
    if (!conditional) {
      found.push(...importsIn(statement).map((each) => ({ ...each, always: blocks.length === 0 })));
    }
    blocks.push({ indent, conditional: CONDITION.test(statement) });
  }
  return found;
}

/** Code without comments, and with empty text in place of each text in quotes: neither has statements. */
function withoutText(source: string): string {
  const pieces: string[] = [];
  const begin = /["'#]/g;
  let at = 0;
  for (let found = begin.exec(source); found; found = begin.exec(source)) {
    pieces.push(source.slice(at, found.index), found[0] === '#' ? '' : '""');
    at = endOfText(source, found.index);
    begin.lastIndex = at;
  }
  return [...pieces, source.slice(at)].join('');
}

/** Where a comment or a text in quotes ends that begins at a place. */
function endOfText(source: string, start: number): number {
  const quote = source[start];
  const long = quote.repeat(3);
  if (quote !== '#' && source.startsWith(long, start)) {
    const end = source.indexOf(long, start + 3);
    return end === -1 ? source.length : end + 3;
  }
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\n') return at;
    if (quote === '#') continue;
    if (source[at] === quote) return at + 1;
    if (source[at] === '\\') at++;
  }
  return source.length;
}

/** Lines, with what is in parentheses on one of them. */
function joined(source: string): string[] {
  return source.replace(/\([^()]*\)/g, (text) => text.replace(/\s+/g, ' ')).split('\n');
}

function importsIn(statement: string): { module: string; names: string[] }[] {
  if (statement.startsWith('import ')) {
    return listed(statement.slice('import '.length)).map((module) => ({ module, names: [] }));
  }
  const [, module, names] = /^from +([\w.]+) +import\b(.*)$/.exec(statement) ?? [];
  return module === undefined ? [] : [{ module, names: listed(names.replace(/[()]/g, ' ')) }];
}

/** The names of `a, b as c; d()`. */
function listed(text: string): string[] {
  const [list] = text.split(';');
  return list
    .split(',')
    .map((each) => each.trim().split(' ')[0])
    .filter((name) => /^[\w.]+$/.test(name));
}
