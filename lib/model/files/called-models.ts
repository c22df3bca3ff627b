import {
  PythonFunction,
  PythonLine,
  pythonLines,
  PythonToken,
  splitTokens,
  tokensInBrackets,
} from '../folder/readers/python-code';

/** The models that Python code calls (business logic scripting, BLS). */
export interface CalledModels {
  readonly names: string[];
  /** Whether the code also calls models whose names are not constants, such as a name in the request. */
  readonly hasUnknownNames: boolean;
}

/** The message about calls of models with unknown names. */
export const UNKNOWN_CALLS =
  'model.py calls a model whose name is not in the code, for example a name in the request: SageMaker loads only the model itself, its members ' +
  'and the composing models of an ensemble, and calls of other models fail; add each model that can be called to members, or --load-model=<name> ' +
  'to server.additionalArguments if it is in the model data';

/** The possible values of an expression. */
interface Values {
  readonly texts: string[];
  /** Whether the expression can have other values. */
  readonly isOpen: boolean;
}

const OPEN: Values = { texts: [], isOpen: true };
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

/** Finds the models that Python code calls. Their names are text, or variables and attributes whose values are text. */
export function calledModelsIn(source: string): CalledModels {
  if (!/\bInferenceRequest\s*\(/.test(source)) return { names: [], hasUnknownNames: false };
  return new ModelNames(pythonLines(source)).find();
}

/** Evaluates expressions of Python code that have constant values. */
class ModelNames {
  /** The expressions that are assigned to a variable or attribute or, in a loop, the collection of its values. */
  private readonly assignments = new Map<string, Expression[]>();
  private readonly calls = new Map<string, Call[]>();
  private remainingTokens = MAX_TOKENS;

  constructor(private readonly lines: PythonLine[]) {
    const functions = new Set(['InferenceRequest', ...lines.flatMap((line) => line.function?.name ?? [])]);
    for (const line of lines) {
      const [first, variable, keyword, ...collection] = line.tokens;
      if (first.text === 'for' && keyword?.text === 'in')
        addTo(this.assignments, variable.text, { tokens: collection.slice(0, -1), line });
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

  public find(): CalledModels {
    const values = (this.calls.get('InferenceRequest') ?? []).map((call) =>
      this.evaluate(argumentOf(this.argumentsOf(call), 'model_name') ?? [], call.line.function),
    );
    const names = [
      ...values.flatMap(({ texts }) => texts),
      ...this.lines.flatMap(({ tokens }) => literalModelNames(tokens)),
    ];
    return { names: [...new Set(names)], hasUnknownNames: values.some(({ isOpen }) => isOpen) };
  }

  /** The arguments of a call. Empty if too many tokens were read. */
  private argumentsOf({ line, bracket }: Call): PythonToken[][] {
    this.remainingTokens -= line.tokens.length - bracket;
    return this.remainingTokens < 0 ? [] : splitTokens(tokensInBrackets(line.tokens, bracket), ',');
  }

  private evaluate(expression: PythonToken[], scope: PythonFunction | undefined, depth = 0): Values {
    const [first, second] = expression;
    this.remainingTokens -= expression.length;
    if (!first || depth > MAX_DEPTH || this.remainingTokens < 0) return OPEN;
    const evaluate = (tokens: PythonToken[]): Values => this.evaluate(tokens, scope, depth + 1);
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
    const name = path[path.length - 1].text;
    return path.length === 1
      ? this.variable(name, scope, depth)
      : this.attribute(first.text, second.text === '.' ? name : '', depth);
  }

  /** The text of a string literal, with the values in an f-string. */
  private text({ text, isFormatted }: PythonToken, scope: PythonFunction | undefined, depth: number): Values {
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

  private variable(name: string, scope: PythonFunction | undefined, depth: number): Values {
    const parameter = scope?.parameters.findIndex(([first]) => first?.text === name) ?? -1;
    const local = scope ? this.assigned(name, depth, (line) => line.function === scope) : [];
    if (scope && parameter !== -1) return union([this.passed(scope, parameter, depth), ...local]);
    const values = local.length > 0 ? local : this.assigned(name, depth, (line) => !line.function);
    return values.length > 0 ? union(values) : OPEN;
  }

  /** The value of an attribute of an object, a class or a module. */
  private attribute(owner: string, name: string, depth: number): Values {
    const isOfObject = owner === 'self' || owner === 'cls';
    const values = [
      ...this.assigned(name, depth, (line) => !line.function && (!isOfObject || line.indent > 0)),
      ...(isOfObject ? this.assigned(`${owner}.${name}`, depth, () => true) : []),
    ];
    return values.length > 0 ? union(values) : OPEN;
  }

  private assigned(target: string, depth: number, includes: (line: PythonLine) => boolean): Values[] {
    const expressions = this.assignments.get(target) ?? [];
    this.remainingTokens -= expressions.length;
    return expressions
      .filter(({ line }) => includes(line))
      .map(({ tokens, line }) => this.evaluate(tokens, line.function, depth + 1));
  }

  /** The values that calls of a function pass as a parameter. */
  private passed({ name, parameters }: PythonFunction, index: number, depth: number): Values {
    const [parameter] = parameters[index];
    const isMethod = ['self', 'cls'].includes(parameters[0]?.[0]?.text);
    const calls = (this.calls.get(name) ?? []).flatMap((call) => {
      const passedArguments = this.argumentsOf(call);
      const value = argumentOf(passedArguments, parameter.text) ?? passedArguments[isMethod ? index - 1 : index];
      return value && value.length > 0 ? [this.evaluate(value, call.line.function, depth + 1)] : [];
    });
    const [, defaultValue] = splitTokens(parameters[index], '=');
    const values = [...calls, ...(defaultValue ? [this.evaluate(defaultValue, undefined, depth + 1)] : [])];
    return values.length > 0 ? union(values) : OPEN;
  }
}

/** The texts that a line passes or assigns as `model_name`, for example to a function that is defined in a package. */
function literalModelNames(tokens: PythonToken[]): string[] {
  return tokens.flatMap(({ text }, index) => {
    const [value, next] = tokens.slice(index + 2, index + 4);
    const isText =
      tokens[index + 1]?.text === '=' && value?.kind === 'string' && [undefined, ',', ')'].includes(next?.text);
    return text === 'model_name' && isText && !(value.isFormatted && value.text.includes('{')) ? [value.text] : [];
  });
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

function union(values: Values[]): Values {
  const texts = [...new Set(values.flatMap((each) => each.texts))];
  return { texts: texts.slice(0, MAX_VALUES), isOpen: values.length === 0 || values.some(({ isOpen }) => isOpen) };
}

/** The values of two parts of a text. */
function concatenated(first: Values, second: Values): Values {
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
