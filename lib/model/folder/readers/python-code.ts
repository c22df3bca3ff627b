/** A token of Python code: a name, the content of a string literal, or other characters. */
export interface PythonToken {
  readonly kind: 'name' | 'string' | 'other';
  readonly text: string;
  /** Whether the string literal is an f-string. */
  readonly isFormatted?: boolean;
}

/** A function that is defined in Python code. */
export interface PythonFunction {
  readonly name: string;
  /** The tokens of the parameters, with annotations and defaults. */
  readonly parameters: PythonToken[][];
}

/** A statement of Python code, or the beginning of a block. */
export interface PythonLine {
  readonly indent: number;
  readonly tokens: PythonToken[];
  /** The innermost function that contains the line. Undefined for code of the module or of a class. */
  readonly function?: PythonFunction;
}

const OPENING = '([{';
const CLOSING = ')]}';
const NAME = /[^\W\d]\w*/y;
const NUMBER = /\d[\w.]*/y;
const OPERATOR = /[-+*/%&|^=<>!:@]=|\*\*|[\s\S]/y;
const STRING_PREFIX = /^[rbfu]{1,2}$/i;

/**
 * Reads the lines of Python code without a Python installation, so it supports code for any version of Python. Text in brackets is part of the
 * line in which the brackets are opened.
 */
export function pythonLines(source: string): PythonLine[] {
  const lines: PythonLine[] = [];
  const functions: { indent: number; definition: PythonFunction }[] = [];
  let tokens: PythonToken[] = [];
  let depth = 0;
  let lineStart = 0;
  let indent = 0;
  const endLine = (): void => {
    if (tokens.length === 0) return;
    while (functions.length > 0 && functions[functions.length - 1].indent >= indent) functions.pop();
    lines.push({ indent, tokens, function: functions.at(-1)?.definition });
    const definition = functionIn(tokens);
    if (definition) functions.push({ indent, definition });
    tokens = [];
  };
  const match = (pattern: RegExp, position: number): string => {
    pattern.lastIndex = position;
    return pattern.exec(source)?.[0] ?? '';
  };
  for (let position = 0; position < source.length;) {
    const char = source[position];
    if (tokens.length === 0 && /\S/.test(char)) indent = position - lineStart;
    if (char === '\n' || (char === ';' && depth === 0)) {
      position++;
      if (depth > 0) continue;
      const indentOfLine = indent;
      endLine();
      // A statement after a semicolon has the indentation of its line.
      lineStart = char === '\n' ? position : position - indentOfLine;
      if (char === ';') while (source[position] === ' ') lineStart = ++position - indentOfLine;
    } else if (char === '\\' && /^\r?\n/.test(source.slice(position + 1, position + 3))) {
      position = source.indexOf('\n', position) + 1;
    } else if (/\s/.test(char)) {
      position++;
    } else if (char === '#') {
      position = endOfLiteral(source, position);
    } else if (char === '"' || char === "'") {
      const end = endOfLiteral(source, position);
      const quotes = source.startsWith(char.repeat(3), position) ? 3 : 1;
      const prefix =
        STRING_PREFIX.test(tokens.at(-1)?.text ?? '') && isAdjacent(source, position) ? tokens.pop() : undefined;
      const isFormatted = /f/i.test(prefix?.text ?? '');
      tokens.push({ kind: 'string', text: source.slice(position + quotes, end - quotes), isFormatted });
      position = end;
    } else {
      const name = match(NAME, position);
      const text = name || match(NUMBER, position) || match(OPERATOR, position);
      if (OPENING.includes(text)) depth++;
      else if (CLOSING.includes(text)) depth = Math.max(0, depth - 1);
      tokens.push({ kind: name ? 'name' : 'other', text });
      position += text.length;
    }
  }
  endLine();
  return lines;
}

/** Splits tokens at a separator outside of brackets. */
export function splitTokens(tokens: readonly PythonToken[], separator: string): PythonToken[][] {
  const parts: PythonToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'other' && OPENING.includes(token.text)) depth++;
    if (token.kind === 'other' && CLOSING.includes(token.text)) depth--;
    if (depth === 0 && token.kind !== 'string' && token.text === separator) parts.push([]);
    else parts[parts.length - 1].push(token);
  }
  return parts;
}

/** The arguments of a call, or the elements of a list: the tokens between the bracket at an index and its closing bracket. */
export function tokensInBrackets(tokens: readonly PythonToken[], opening: number): PythonToken[] {
  let depth = 0;
  for (let index = opening; index < tokens.length; index++) {
    const { kind, text } = tokens[index];
    if (kind === 'other' && OPENING.includes(text)) depth++;
    if (kind === 'other' && CLOSING.includes(text) && --depth === 0) return tokens.slice(opening + 1, index);
  }
  return tokens.slice(opening + 1);
}

function functionIn(tokens: PythonToken[]): PythonFunction | undefined {
  const [keyword, name, ...rest] = tokens[0].text === 'async' ? tokens.slice(1) : tokens;
  if (keyword?.text !== 'def' || !name) return undefined;
  return { name: name.text, parameters: splitTokens(tokensInBrackets(rest, 0), ',') };
}

/** Whether a letter of a string prefix, such as `f`, is directly before the string. */
function isAdjacent(source: string, quote: number): boolean {
  return /\w/.test(source[quote - 1] ?? '');
}

/** The end of the comment or string literal that begins at a position. */
function endOfLiteral(source: string, start: number): number {
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
