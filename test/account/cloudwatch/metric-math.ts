/** A value of a time series, or undefined if nothing was published. */
export type Point = number | boolean | undefined;

interface Expression {
  readonly text: string;
  /** Returns the value of the metric with this ID at the evaluated time. */
  readonly valueOf: (id: string) => Point;
  readonly ids: readonly string[];
}

type Operand = Point | Operand[];

const flattenNumbers = (values: Operand[]): number[] =>
  (values.flat(Infinity as 1) as Point[]).filter((value): value is number => typeof value === 'number');

const FUNCTIONS: Record<string, (...values: Operand[]) => Operand> = {
  ABS: (value) => Math.abs(value as number),
  CEIL: (value) => Math.ceil(value as number),
  FLOOR: (value) => Math.floor(value as number),
  MAX: (...values) => (flattenNumbers(values).length > 0 ? Math.max(...flattenNumbers(values)) : undefined),
  MIN: (...values) => (flattenNumbers(values).length > 0 ? Math.min(...flattenNumbers(values)) : undefined),
  SUM: (...values) =>
    flattenNumbers(values).length > 0 ? flattenNumbers(values).reduce((a, b) => a + b, 0) : undefined,
  AVG: (...values) =>
    flattenNumbers(values).length > 0
      ? flattenNumbers(values).reduce((a, b) => a + b, 0) / flattenNumbers(values).length
      : undefined,
  // FILL and IF accept missing values.
  FILL: (value, otherwise) => value ?? otherwise,
  IF: (condition, then, otherwise) => (condition === undefined ? undefined : condition ? then : otherwise),
};

/** Functions that accept missing values. With a missing value, all other functions return undefined. */
const ACCEPTS_MISSING = new Set(['FILL', 'IF', 'MAX', 'MIN', 'SUM', 'AVG']);

/** The result of a metric math expression at one time, or undefined if a required value is missing. */
export function evaluate({ text, valueOf, ids }: Expression): Point {
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

  const binaryParser =
    (parseOperand: () => Operand, operators: Record<string, (a: number, b: number) => Point>) => (): Operand => {
      let left = parseOperand();
      for (let token = accept(...Object.keys(operators)); token; token = accept(...Object.keys(operators))) {
        const right = parseOperand();
        left = areDefined(left, right) ? undefinedIfInfinite(operators[token](Number(left), Number(right))) : undefined;
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
    const value = parseUnary();
    return value === undefined ? undefined : -Number(value);
  }

  function parsePrimary(): Operand {
    const token = takeToken();
    if (token === '(' || token === '[') {
      const values = parseArguments(token === '(' ? ')' : ']');
      return token === '(' ? values[0] : values;
    }
    if (/^\d/.test(token ?? '')) return Number(token);
    if (ids.includes(token)) return valueOf(token);
    if (token === 'METRICS') {
      consume('(');
      consume(')');
      return ids.map(valueOf);
    }
    const apply = FUNCTIONS[token];
    if (!apply) throw new Error(`The simulated CloudWatch does not implement "${token}" in "${text}".`);
    consume('(');
    const values = parseArguments(')');
    return ACCEPTS_MISSING.has(token) || values.every((value) => areDefined(value)) ? apply(...values) : undefined;
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
  return Array.isArray(result) ? undefined : result;
}

function areDefined(...values: Operand[]): boolean {
  return values.every((value) => value !== undefined);
}

/** A division by zero has no datapoint. */
function undefinedIfInfinite(value: Point): Point {
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : value;
}
