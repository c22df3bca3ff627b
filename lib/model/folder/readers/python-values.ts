import { PythonFunction, PythonLine, pythonLines, PythonToken, splitTokens, tokensInBrackets } from './python-code';

/** The possible values of an expression. */
export interface PythonValues {
  readonly texts: string[];
  /** Whether the expression can have other values. */
  readonly isOpen: boolean;
}

const OPEN: PythonValues = { texts: [], isOpen: true };
/** Limits for code that refers to names in a cycle, or combines many values. */
const MAX_DEPTH = 8;
const MAX_VALUES = 100;
const MAX_TOKENS = 200_000;

/** The first word of a statement that can have its block on the same line. */
const BLOCK_STATEMENT = /^(?:if|elif|else|for|while|with|try|except|finally)$/;

/** An expression, with the line that contains it. */
interface Expression {
  readonly tokens: PythonToken[];
  readonly line: PythonLine;
}

/** The call of a function: its line, and the index of the opening bracket. */
interface Call {
  readonly line: PythonLine;
  readonly bracket: number;
}

/** Evaluates expressions of Python code that have constant values. */
export class PythonEvaluator {
  /** The expressions that are assigned to a variable or attribute or, in a loop, the collection of its values. */
  private readonly assignments = new Map<string, Expression[]>();
  private readonly calls = new Map<string, Call[]>();
  /** The names of classes and imported modules. */
  private readonly definitions = new Set<string>();
  private remainingTokens = MAX_TOKENS;

  /** @param functionNames functions that the code calls, in addition to its own functions */
  constructor(lines: PythonLine[], functionNames: string[]) {
    const functions = new Set([...functionNames, ...lines.flatMap((line) => line.function?.name ?? [])]);
    for (const line of lines) {
      const [first, variable, keyword, ...collection] = line.tokens;
      if (first.text === 'for' && keyword?.text === 'in')
        addTo(this.assignments, variable.text, { tokens: collection.slice(0, -1), line });
      if (/^(?:class|import|from)$/.test(first.text)) line.tokens.forEach(({ text }) => this.definitions.add(text));
      const parts = splitTokens(line.tokens, '=');
      for (const part of parts.slice(0, -1)) {
        // In `a: str = b` the name is before the colon, and in `if c: a = b` after it.
        const target = splitTokens(part, ':').at(BLOCK_STATEMENT.test(first.text) ? -1 : 0) ?? [];
        addTo(this.assignments, textOf(target), { tokens: parts[parts.length - 1], line });
      }
      for (const [index, { kind, text }] of line.tokens.entries()) {
        if (kind === 'name' && functions.has(text) && line.tokens[index + 1]?.text === '(' && first.text !== 'def')
          addTo(this.calls, text, { line, bracket: index + 1 });
      }
    }
  }

  /** The values of a keyword argument in all calls of a function. */
  public valuesOf(functionName: string, keyword: string): PythonValues[] {
    return (this.calls.get(functionName) ?? []).map((call) =>
      this.evaluate(argumentOf(this.argumentsOf(call), keyword) ?? [], call.line.function),
    );
  }

  /** The arguments of a call. Empty if too many tokens were read. */
  private argumentsOf({ line, bracket }: Call): PythonToken[][] {
    this.remainingTokens -= line.tokens.length - bracket;
    return this.remainingTokens < 0 ? [] : splitTokens(tokensInBrackets(line.tokens, bracket), ',');
  }

  private evaluate(expression: PythonToken[], scope: PythonFunction | undefined, depth = 0): PythonValues {
    const [first] = expression;
    this.remainingTokens -= expression.length;
    if (!first || depth > MAX_DEPTH || this.remainingTokens < 0) return OPEN;
    const evaluate = (tokens: PythonToken[]): PythonValues => this.evaluate(tokens, scope, depth + 1);
    const alternatives = splitTokens(expression, 'or').flatMap((each) =>
      splitTokens(each, 'else').map((part) => splitTokens(part, 'if')[0]),
    );
    if (alternatives.length > 1) return union(alternatives.map(evaluate));
    const terms = splitTokens(expression, '+');
    if (terms.length > 1) return terms.map(evaluate).reduce(concatenated);
    if (expression.every(({ kind }) => kind === 'string'))
      return expression.map((each) => this.text(each, scope, depth)).reduce(concatenated);
    if (first.kind === 'other' && '([{'.includes(first.text)) {
      const content = tokensInBrackets(expression, 0);
      // An element of a list, a tuple or a set, or a value of a dictionary.
      if (expression.length !== content.length + 2 && expression[content.length + 2]?.text !== '[') return OPEN;
      const elements = splitTokens(content, ',').filter((each) => each.length > 0);
      return union(elements.map((each) => evaluate(splitTokens(each, ':').slice(-1)[0])));
    }
    if (first.kind !== 'name') return OPEN;
    const index = expression.findIndex(({ text }) => text === '[');
    const path = index === -1 ? expression : expression.slice(0, index);
    if (!path.every(({ kind, text }, position) => (position % 2 === 0 ? kind === 'name' : text === '.'))) return OPEN;
    return path.length === 1 ? this.variable(first.text, scope, depth) : this.attribute(path, depth);
  }

  /** The text of a string literal, with the values in an f-string. */
  private text({ text, isFormatted }: PythonToken, scope: PythonFunction | undefined, depth: number): PythonValues {
    if (!isFormatted) return { texts: [text], isOpen: false };
    return text
      .split(/(\{[^{}]*\})/)
      .map((part) => {
        if (!/[{}]/.test(part)) return { texts: [part], isOpen: false };
        const [line, ...others] = pythonLines(part.slice(1, -1));
        return line && others.length === 0 && !/[!:={}]/.test(part.slice(1, -1))
          ? this.evaluate(line.tokens, scope, depth + 1)
          : OPEN;
      })
      .reduce(concatenated);
  }

  private variable(name: string, scope: PythonFunction | undefined, depth: number): PythonValues {
    const parameter = scope?.parameters.findIndex(([first]) => first?.text === name) ?? -1;
    const local = scope ? this.assigned(name, depth, (line) => line.function === scope) : [];
    if (scope && parameter !== -1) return union([this.passed(scope, parameter, depth), ...local]);
    return union(local.length > 0 ? local : this.assigned(name, depth, (line) => !line.function));
  }

  /** The value of an attribute of `self`, of a class or of a module. */
  private attribute(path: PythonToken[], depth: number): PythonValues {
    const [{ text: owner }] = path;
    const name = path[path.length - 1].text;
    const isOfObject = owner === 'self' || owner === 'cls';
    if (isOfObject ? path.length > 3 : !this.definitions.has(owner)) return OPEN;
    return union([
      ...this.assigned(name, depth, (line) => !line.function && (!isOfObject || line.indent > 0)),
      ...(isOfObject ? this.assigned(`${owner}.${name}`, depth, () => true) : []),
    ]);
  }

  private assigned(target: string, depth: number, includes: (line: PythonLine) => boolean): PythonValues[] {
    const expressions = this.assignments.get(target) ?? [];
    this.remainingTokens -= expressions.length;
    return expressions
      .filter(({ line }) => includes(line))
      .map(({ tokens, line }) => this.evaluate(tokens, line.function, depth + 1));
  }

  /** The values that calls of a function pass as a parameter. */
  private passed({ name, parameters }: PythonFunction, index: number, depth: number): PythonValues {
    const [parameter] = parameters[index];
    const isMethod = ['self', 'cls'].includes(parameters[0]?.[0]?.text);
    const calls = (this.calls.get(name) ?? []).flatMap((call) => {
      const passedArguments = this.argumentsOf(call);
      const value = argumentOf(passedArguments, parameter.text) ?? passedArguments[isMethod ? index - 1 : index];
      return value && value.length > 0 ? [this.evaluate(value, call.line.function, depth + 1)] : [];
    });
    const [, defaultValue] = splitTokens(parameters[index], '=');
    return union([...calls, ...(defaultValue ? [this.evaluate(defaultValue, undefined, depth + 1)] : [])]);
  }
}

/** The value of a keyword argument. */
function argumentOf(passedArguments: PythonToken[][], keyword: string): PythonToken[] | undefined {
  return passedArguments.find(([name, equals]) => name?.text === keyword && equals?.text === '=')?.slice(2);
}

function addTo<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key) ?? [];
  values.push(value);
  map.set(key, values);
}

function union(values: PythonValues[]): PythonValues {
  const texts = [...new Set(values.flatMap((each) => each.texts))];
  return { texts: texts.slice(0, MAX_VALUES), isOpen: values.length === 0 || values.some(({ isOpen }) => isOpen) };
}

/** The values of two parts of a text. */
function concatenated(first: PythonValues, second: PythonValues): PythonValues {
  if (first.isOpen || second.isOpen) return OPEN;
  return union([
    {
      texts: first.texts.slice(0, MAX_VALUES).flatMap((start) => second.texts.map((end) => start + end)),
      isOpen: false,
    },
  ]);
}

function textOf(tokens: PythonToken[]): string {
  return tokens.map(({ text }) => text).join('');
}
