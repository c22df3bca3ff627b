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

/** The result of a metric math expression at one time, or undefined if the result has no datapoint. */
export function evaluate({ text, valueOf, ids, missingIsZero }: Expression): Point {
  const tokens =
    text.match(/[A-Za-z_][A-Za-z0-9_]*|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|[<>=!]=|&&|\|\||[-+*/^()<>,[\]]/g) ?? [];
  if (tokens.join('') !== text.replace(/\s/g, '')) throw new Error(`The simulated CloudWatch cannot read "${text}".`);
  let position = 0;
  const takeToken = (): string => tokens[position++];
  const accept = (...symbols: string[]): string | undefined =>
    symbols.includes(tokens[position]) ? takeToken() : undefined;
  const consume = (token: string): void => {
    if (takeToken() !== token) throw new Error(`Expected "${token}" in the metric math expression "${text}".`);
  };

  /** Applies an operator. Two time series have a result at a time if one of them has a value, and with a scalar, if the series has one. */
  function combine(left: Value, right: Value, operator: (a: number, b: number) => Point): Value {
    const isScalar = left.isScalar && right.isScalar;
    const isMissing = (value: Value): boolean => value.point === undefined;
    const hasResult = missingIsZero
      ? [left, right].some((value) => !isMissing(value) && (isScalar || !value.isScalar))
      : !isMissing(left) && !isMissing(right);
    if (!hasResult) return series(undefined);
    return { point: undefinedIfInfinite(operator(Number(left.point ?? 0), Number(right.point ?? 0))), isScalar };
  }

  const binaryParser =
    (parseOperand: () => Operand, operators: Record<string, (a: number, b: number) => Point>) => (): Operand => {
      let left = parseOperand();
      for (let token = accept(...Object.keys(operators)); token; token = accept(...Object.keys(operators))) {
        const right = parseOperand();
        if (Array.isArray(left) || Array.isArray(right))
          throw new Error(`The simulated CloudWatch does not implement operators of arrays, as in "${text}".`);
        left = combine(left, right, operators[token]);
      }
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

  function parseUnary(): Operand {
    if (!accept('-')) return parsePrimary();
    const [{ point, isScalar }] = [parseUnary()].flat();
    return { point: point === undefined ? undefined : -Number(point), isScalar };
  }

  function parsePrimary(): Operand {
    const token = takeToken();
    if (token === '(' || token === '[') {
      const values = parseArguments(token === '(' ? ')' : ']');
      return token === '(' ? values[0] : values.flat();
    }
    if (/^\d/.test(token ?? '')) return scalar(Number(token));
    if (ids.includes(token)) return series(valueOf(token));
    if (token === 'METRICS') {
      consume('(');
      consume(')');
      return ids.map((id) => series(valueOf(id)));
    }
    consume('(');
    return call(token, parseArguments(')'));
  }

  function call(name: string, operands: Operand[]): Value {
    const [first, second, third] = operands.map((operand) => [operand].flat()[0]);
    if (name in ROUNDINGS)
      return { ...first, point: first.point === undefined ? undefined : ROUNDINGS[name](Number(first.point)) };
    if (name in AGGREGATIONS) return aggregate(name, operands.flat());
    if (name === 'FILL') return series(first.point ?? second.point);
    if (name !== 'IF') throw new Error(`The simulated CloudWatch does not implement "${name}" in "${text}".`);
    if (first.point === undefined) return series(undefined);
    if (!first.point) return series(third?.point);
    return series(second.point ?? (missingIsZero ? 0 : undefined));
  }

  function aggregate(name: string, values: Value[]): Value {
    const numbers = values.map(({ point }) => point).filter((point) => typeof point === 'number');
    if (numbers.length === 0) return series(undefined);
    const zeros = name === 'AVG' && missingIsZero ? Array<number>(values.length - numbers.length).fill(0) : [];
    return series(AGGREGATIONS[name]([...numbers, ...zeros]));
  }

  function parseArguments(end: string): Operand[] {
    const values: Operand[] = [];
    while (!accept(end)) {
      values.push(parseOr());
      accept(',');
    }
    return values;
  }

  const result = parseOr();
  if (position < tokens.length)
    throw new Error(`The simulated CloudWatch cannot read "${text}" from "${tokens[position]}".`);
  return Array.isArray(result) ? undefined : result.point;
}

/** A division by zero has no datapoint. */
function undefinedIfInfinite(value: Point): Point {
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : value;
}
