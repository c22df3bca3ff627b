import { Language } from '../../init/syntax';
import { Call, definedProperties, Expression, Properties } from './expression';

const WIDTH = 120;

/** The notation of a language. */
interface Notation {
  readonly indent: string;
  readonly scope: string;
  readonly flag: (value: boolean) => string;
  readonly text: (value: string) => string;
  readonly name: (name: string) => string;
  readonly constant: (name: string) => string;
  readonly path: (relative: string) => string;
  readonly construction: (className: string) => string;
  /** The text before a value in a struct, and in a table. */
  readonly key: (name: string) => string;
  readonly tableKey: (name: string) => string;
  /** Whether the properties of a call are written like arguments, and the type of a struct before it. */
  readonly hasKeywordArguments: boolean;
}

const typescript: Notation = {
  indent: '  ',
  scope: 'this',
  flag: String,
  text: quoteLikePrettier,
  name: (name) => name,
  constant: (name) => name,
  path: (relative) => `path.join(__dirname, ${quoteLikePrettier(relative)})`,
  construction: (className) => `new ${className}`,
  key: (name) => `${name}: `,
  tableKey: (name) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoteLikePrettier(name)}: `,
  hasKeywordArguments: false,
};

const python: Notation = {
  indent: '    ',
  scope: 'self',
  flag: (value) => (value ? 'True' : 'False'),
  text: (value) => JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029'),
  name: (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  // jsii-pacmak renames G4DN_XLARGE to G4_DN_XLARGE.
  constant: (name) => name.replace(/(\d)(?=[A-Z])/g, '$1_'),
  path: (relative) => `str(HERE / ${JSON.stringify(relative)})`,
  construction: (className) => className,
  key: (name) => `${python.name(name)}=`,
  tableKey: (name) => `${python.text(name)}: `,
  hasKeywordArguments: true,
};

const NOTATIONS: Record<Language, Notation> = { typescript, python };

/**
 * Renders a statement, formatted as Prettier formats TypeScript, and as Black formats Python.
 *
 * @param prefix the text before the expression, such as `const files = `
 * @param suffix the text after the expression, such as `;`
 * @param depth the indentation of the statement in levels
 */
export function renderStatement(
  expression: Expression,
  language: Language,
  { prefix = '', suffix = '', depth = 0 },
): string {
  const notation = NOTATIONS[language];
  const indentation = notation.indent.repeat(depth);
  const code = render(expression, notation, depth, indentation.length + prefix.length, suffix.length);
  return `${indentation}${prefix}${code}${suffix}`;
}

/** The name of a variable in a language. */
export const nameIn = (language: Language, name: string): string => NOTATIONS[language].name(name);

/**
 * @param depth the indentation of the line, in levels
 * @param before the number of characters before the expression in its line
 * @param after the number of characters that follow the expression in its last line
 */
function render(expression: Expression, notation: Notation, depth: number, before: number, after: number): string {
  const oneLine = renderOneLine(expression, notation);
  if (!mustBreak(expression, notation) && before + oneLine.length + after <= WIDTH) return oneLine;
  switch (expression.kind) {
    case 'list':
      return block(
        '[',
        ']',
        expression.elements.map((value) => ['', value]),
        notation,
        depth,
      );
    case 'table':
      return block(
        '{',
        '}',
        expression.entries.map(([key, value]) => [notation.tableKey(key), value]),
        notation,
        depth,
      );
    case 'struct': {
      const [open, close] = notation.hasKeywordArguments ? [`${expression.type}(`, ')'] : ['{', '}'];
      return block(open, close, keyed(expression.properties, notation), notation, depth);
    }
    case 'call':
      return renderCall(expression, notation, depth, before);
    default:
      return oneLine;
  }
}

function renderCall(expression: Call, notation: Notation, depth: number, before: number): string {
  const { args, props, then } = expression;
  const head = callee(expression, notation);
  const tail = then === undefined ? '' : `.${notation.name(then)}()`;
  const properties = props && definedProperties(props).length > 0 ? props : undefined;
  if (properties && !notation.hasKeywordArguments) {
    const leading = args.map((each) => `${renderOneLine(each, notation)}, `).join('');
    if (before + head.length + leading.length + 2 <= WIDTH)
      return block(`${head}(${leading}{`, '})', keyed(properties, notation), notation, depth) + tail;
  }
  // A list as the only argument begins in the line of the call, and so does a call whose only argument is a list or a call in TypeScript.
  const entries: [string, Expression][] = args.map((value) => ['', value]);
  if (properties && notation.hasKeywordArguments) entries.push(...keyed(properties, notation));
  if (properties && !notation.hasKeywordArguments) entries.push(['', { kind: 'struct', type: '', properties }]);
  return block(`${head}(`, ')', entries, notation, depth) + tail;
}

/** One entry in each line. */
function block(
  open: string,
  close: string,
  entries: (readonly [prefix: string, value: Expression])[],
  notation: Notation,
  depth: number,
): string {
  const indentation = notation.indent.repeat(depth + 1);
  const lines = entries.map(([prefix, value]) => {
    const code = render(value, notation, depth + 1, indentation.length + prefix.length, 1);
    return `${indentation}${prefix}${code},\n`;
  });
  return `${open}\n${lines.join('')}${notation.indent.repeat(depth)}${close}`;
}

/** The properties with the text before each value. TypeScript omits the name of a property if it is that of a variable. */
function keyed(properties: Properties, notation: Notation): [prefix: string, value: Expression][] {
  return definedProperties(properties).map(([name, value]) => {
    const isShorthand = !notation.hasKeywordArguments && value.kind === 'variable' && value.name === name;
    return [isShorthand ? '' : notation.key(name), value];
  });
}

function renderOneLine(expression: Expression, notation: Notation): string {
  const inline = (value: Expression): string => renderOneLine(value, notation);
  const properties = (props: Properties): string[] =>
    keyed(props, notation).map(([prefix, value]) => `${prefix}${inline(value)}`);
  switch (expression.kind) {
    case 'text':
      return notation.text(expression.value);
    case 'number':
      return String(expression.value);
    case 'flag':
      return notation.flag(expression.value);
    case 'quotient':
      return `${expression.dividend} / ${expression.divisor}`;
    case 'list':
      return `[${expression.elements.map(inline).join(', ')}]`;
    case 'table': {
      const content = expression.entries.map(([key, value]) => `${notation.tableKey(key)}${inline(value)}`).join(', ');
      return braces(content, notation);
    }
    case 'struct': {
      const content = properties(expression.properties).join(', ');
      return notation.hasKeywordArguments ? `${expression.type}(${content})` : braces(content, notation);
    }
    case 'constant':
      return `${expression.className}.${notation.constant(expression.name)}`;
    case 'variable':
      return notation.name(expression.name);
    case 'scope':
      return notation.scope;
    case 'raw':
      return expression.code;
    case 'path':
      return notation.path(expression.relative);
    case 'call': {
      const { args, props = {}, then } = expression;
      const named = properties(props);
      const last =
        named.length === 0 ? [] : notation.hasKeywordArguments ? named : [braces(named.join(', '), notation)];
      const tail = then === undefined ? '' : `.${notation.name(then)}()`;
      return `${callee(expression, notation)}(${[...args.map(inline), ...last].join(', ')})${tail}`;
    }
  }
}

function callee({ name, isConstructor }: Call, notation: Notation): string {
  if (isConstructor) return notation.construction(name);
  const [className, method] = name.split('.');
  return method === undefined ? className : `${className}.${notation.name(method)}`;
}

const braces = (content: string, notation: Notation): string =>
  notation.hasKeywordArguments || content === '' ? `{${content}}` : `{ ${content} }`;

/** Prettier breaks a list of several objects of several properties each, and everything that contains such a list. */
function mustBreak(expression: Expression, notation: Notation): boolean {
  if (notation.hasKeywordArguments) return false;
  const anyOf = (values: Expression[]): boolean => values.some((each) => mustBreak(each, notation));
  const inProperties = (properties: Properties): boolean =>
    anyOf(definedProperties(properties).map(([, value]) => value));
  switch (expression.kind) {
    case 'list': {
      const sizes = expression.elements.map((each) =>
        each.kind === 'struct' ? definedProperties(each.properties).length : 0,
      );
      return (sizes.length > 1 && sizes.every((size) => size > 1)) || anyOf(expression.elements);
    }
    case 'table':
      return anyOf(expression.entries.map(([, value]) => value));
    case 'struct':
      return inProperties(expression.properties);
    case 'call':
      return anyOf(expression.args) || inProperties(expression.props ?? {});
    default:
      return false;
  }
}

/** A string literal. Like Prettier, with double quotes if the text contains more single quotes than double quotes. */
function quoteLikePrettier(value: string): string {
  const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  const count = (quote: string): number => value.split(quote).length - 1;
  if (count("'") > count('"')) return `"${escaped}"`;
  return `'${escaped.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
