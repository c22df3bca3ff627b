/** A value of a time series, or undefined if nothing was published. */
export type Point = number | boolean | undefined;

interface Expression {
  readonly text: string;
  /** Returns the value of the metric with this ID at the evaluated time. */
  readonly valueOf: (id: string) => Point;
  readonly ids: readonly string[];
  /** Whether missing values count as 0, as documented. Otherwise, an operation with a missing value has no result. */
  readonly missingIsZero: boolean;
}

/** The value of a scalar, or of a time series at the evaluated time. */
interface Value {
  readonly point: Point;
  readonly isScalar: boolean;
}

type Operand = Value | Value[];

const series = (point: Point): Value => ({ point, isScalar: false });
const scalar = (point: Point): Value => ({ point, isScalar: true });

/** Functions of the values of an array at the evaluated time. Missing values are ignored. */
const AGGREGATIONS: Record<string, (numbers: number[]) => number> = {
  MAX: (numbers) => Math.max(...numbers),
  MIN: (numbers) => Math.min(...numbers),
  SUM: (numbers) => numbers.reduce((a, b) => a + b, 0),
  AVG: (numbers) => numbers.reduce((a, b) => a + b, 0) / numbers.length,
};

const ROUNDINGS: Record<string, (value: number) => number> = { ABS: Math.abs, CEIL: Math.ceil, FLOOR: Math.floor };

/** Computes the value of a parsed part of an expression. */
type Part = (expression: Expression) => Operand;

type Operator = (a: number, b: number) => Point;

/** The parsed expressions. Alarms evaluate the same expressions every minute. */
const parsedExpressions = new Map<string, Part>();

/** The result of a metric math expression at one time, or undefined if the result has no datapoint. */
export function evaluate(expression: Expression): Point {
  const { text } = expression;
  const part = parsedExpressions.get(text) ?? parse(text);
  parsedExpressions.set(text, part);
  const result = part(expression);
  return Array.isArray(result) ? undefined : result.point;
}

function parse(text: string): Part {
  const tokens =
    text.match(/[A-Za-z_][A-Za-z0-9_]*|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|[<>=!]=|&&|\|\||[-+*/^()<>,[\]]/g) ?? [];
  if (tokens.join('') !== text.replace(/\s/g, '')) throw new Error(`The simulated CloudWatch cannot read "${text}".`);
  let position = 0;
  const takeToken = (): string => tokens[position++];
  const accept = (...symbols: string[]): string | undefined =>
    symbols.includes(tokens[position]) ? takeToken() : undefined;

  const binaryParser = (parseOperand: () => Part, operators: Record<string, Operator>) => (): Part => {
    let left = parseOperand();
    for (let token = accept(...Object.keys(operators)); token; token = accept(...Object.keys(operators)))
      left = combination(left, parseOperand(), operators[token]);
    return left;
  };
  const parsePower = binaryParser(parseUnary, { '^': (a, b) => a ** b });
  const parseProduct = binaryParser(parsePower, { '*': (a, b) => a * b, '/': (a, b) => a / b });
  const parseSum = binaryParser(parseProduct, { '+': (a, b) => a + b, '-': (a, b) => a - b });
  const parseComparison = binaryParser(parseSum, {
    '>': (a, b) => a > b,
    '<': (a, b) => a < b,
    '>=': (a, b) => a >= b,
    '<=': (a, b) => a <= b,
    '==': (a, b) => a === b,
    '!=': (a, b) => a !== b,
  });
  const parseAnd = binaryParser(parseComparison, { AND: (a, b) => Boolean(a && b), '&&': (a, b) => Boolean(a && b) });
  const parseOr = binaryParser(parseAnd, { OR: (a, b) => Boolean(a || b), '||': (a, b) => Boolean(a || b) });

  function parseUnary(): Part {
    if (!accept('-')) return parsePrimary();
    const operand = parseUnary();
    return (expression) => {
      const [{ point, isScalar }] = [operand(expression)].flat();
      return { point: point === undefined ? undefined : -Number(point), isScalar };
    };
  }

  function parsePrimary(): Part {
    const token = takeToken();
    if (token === '(') return parseArguments(')')[0];
    if (token === '[') {
      const elements = parseArguments(']');
      return (expression) => elements.flatMap((element) => element(expression));
    }
    if (/^\d/.test(token ?? '')) return () => scalar(Number(token));
    if (!accept('(')) return metric(token, text);
    return call(token, parseArguments(')'), text);
  }

  function parseArguments(end: string): Part[] {
    const parts: Part[] = [];
    while (!accept(end)) {
      parts.push(parseOr());
      accept(',');
    }
    return parts;
  }

  const result = parseOr();
  if (position < tokens.length)
    throw new Error(`The simulated CloudWatch cannot read "${text}" from "${tokens[position]}".`);
  return result;
}

function metric(id: string, text: string): Part {
  return ({ ids, valueOf }) => {
    if (!ids.includes(id)) throw new Error(`The metric math expression "${text}" has no metric "${id}".`);
    return series(valueOf(id));
  };
}

/** An operator. Two time series have a result at a time if one of them has a value, and with a scalar, if the series has one. */
function combination(leftPart: Part, rightPart: Part, operator: Operator): Part {
  return (expression) => {
    const [left, right] = [leftPart(expression), rightPart(expression)];
    if (Array.isArray(left) || Array.isArray(right))
      throw new Error(`The simulated CloudWatch does not implement operators of arrays, as in "${expression.text}".`);
    const isScalar = left.isScalar && right.isScalar;
    const isMissing = (value: Value): boolean => value.point === undefined;
    const hasResult = expression.missingIsZero
      ? [left, right].some((value) => !isMissing(value) && (isScalar || !value.isScalar))
      : !isMissing(left) && !isMissing(right);
    if (!hasResult) return series(undefined);
    return { point: undefinedIfInfinite(operator(Number(left.point ?? 0), Number(right.point ?? 0))), isScalar };
  };
}

function call(name: string, parameters: Part[], text: string): Part {
  if (name === 'METRICS') return ({ ids, valueOf }) => ids.map((id) => series(valueOf(id)));
  if (name in AGGREGATIONS)
    return (expression) => {
      const values = parameters.flatMap((parameter) => parameter(expression));
      return aggregate(name, values, expression.missingIsZero);
    };
  const firstValues = (expression: Expression): Value[] =>
    parameters.map((parameter) => [parameter(expression)].flat()[0]);
  if (name in ROUNDINGS)
    return (expression) => {
      const [{ point, isScalar }] = firstValues(expression);
      return { point: point === undefined ? undefined : ROUNDINGS[name](Number(point)), isScalar };
    };
  if (name === 'FILL')
    return (expression) => {
      const [first, second] = firstValues(expression);
      return series(first.point ?? second.point);
    };
  if (name !== 'IF') throw new Error(`The simulated CloudWatch does not implement "${name}" in "${text}".`);
  return (expression) => {
    const [condition, second, third] = firstValues(expression);
    if (condition.point === undefined) return series(undefined);
    if (!condition.point) return series(third?.point);
    return series(second.point ?? (expression.missingIsZero ? 0 : undefined));
  };
}

function aggregate(name: string, values: Value[], missingIsZero: boolean): Value {
  const numbers = values.map(({ point }) => point).filter((point) => typeof point === 'number');
  if (numbers.length === 0) return series(undefined);
  const zeros = name === 'AVG' && missingIsZero ? Array<number>(values.length - numbers.length).fill(0) : [];
  return series(AGGREGATIONS[name]([...numbers, ...zeros]));
}

/** A division by zero has no datapoint. */
function undefinedIfInfinite(value: Point): Point {
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : value;
}
