/** One value of a time series; undefined where nothing was published. */
export type Point = number | boolean | undefined;

interface Expression {
  readonly text: string;
  /** The value of another member of the same array of metrics, at the same moment. */
  readonly valueOf: (id: string) => Point;
  readonly ids: readonly string[];
}

type Operand = Point | Operand[];

const list = (values: Operand[]): number[] =>
  (values.flat(Infinity as 1) as Point[]).filter((value): value is number => typeof value === 'number');

const FUNCTIONS: Record<string, (...values: Operand[]) => Operand> = {
  ABS: (value) => Math.abs(value as number),
  CEIL: (value) => Math.ceil(value as number),
  FLOOR: (value) => Math.floor(value as number),
  MAX: (...values) => (list(values).length > 0 ? Math.max(...list(values)) : undefined),
  MIN: (...values) => (list(values).length > 0 ? Math.min(...list(values)) : undefined),
  SUM: (...values) => (list(values).length > 0 ? list(values).reduce((a, b) => a + b, 0) : undefined),
  AVG: (...values) =>
    list(values).length > 0 ? list(values).reduce((a, b) => a + b, 0) / list(values).length : undefined,
  // These two see a missing value; an expression over one has no result otherwise.
  FILL: (value, otherwise) => value ?? otherwise,
  IF: (condition, then, otherwise) => (condition === undefined ? undefined : condition ? then : otherwise),
};

/** Functions that work on points that are missing. */
const SEES_MISSING = new Set(['FILL', 'IF', 'MAX', 'MIN', 'SUM', 'AVG']);

/** The result of a metric math expression at one moment; undefined if a value that it needs is missing. */
export function evaluate({ text, valueOf, ids }: Expression): Point {
  const tokens =
    text.match(/[A-Za-z_][A-Za-z0-9_]*|\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|[<>=!]=|&&|\|\||[-+*/^()<>,[\]]/g) ?? [];
  if (tokens.join('') !== text.replace(/\s/g, '')) throw new Error(`The simulated CloudWatch cannot read "${text}".`);
  let at = 0;
  const next = (): string => tokens[at++];
  const accept = (...words: string[]): string | undefined => (words.includes(tokens[at]) ? next() : undefined);
  const expect = (word: string): void => {
    if (next() !== word) throw new Error(`Expected "${word}" in the metric math expression "${text}".`);
  };

  const binary = (below: () => Operand, operators: Record<string, (a: number, b: number) => Point>) => (): Operand => {
    let left = below();
    for (let word = accept(...Object.keys(operators)); word; word = accept(...Object.keys(operators))) {
      const right = below();
      left = defined(left, right) ? finite(operators[word](Number(left), Number(right))) : undefined;
    }
    return left;
  };
  const power = binary(unary, { '^': (a, b) => a ** b });
  const product = binary(power, { '*': (a, b) => a * b, '/': (a, b) => a / b });
  const total = binary(product, { '+': (a, b) => a + b, '-': (a, b) => a - b });
  const comparison = binary(total, {
    '>': (a, b) => a > b,
    '<': (a, b) => a < b,
    '>=': (a, b) => a >= b,
    '<=': (a, b) => a <= b,
    '==': (a, b) => a === b,
    '!=': (a, b) => a !== b,
  });
  const both = binary(comparison, { AND: (a, b) => Boolean(a && b), '&&': (a, b) => Boolean(a && b) });
  const either = binary(both, { OR: (a, b) => Boolean(a || b), '||': (a, b) => Boolean(a || b) });

  function unary(): Operand {
    if (!accept('-')) return primary();
    const value = unary();
    return value === undefined ? undefined : -Number(value);
  }

  function primary(): Operand {
    const word = next();
    if (word === '(' || word === '[') {
      const values = arguments_(word === '(' ? ')' : ']');
      return word === '(' ? values[0] : values;
    }
    if (/^\d/.test(word ?? '')) return Number(word);
    if (ids.includes(word)) return valueOf(word);
    if (word === 'METRICS') {
      expect('(');
      expect(')');
      return ids.map(valueOf);
    }
    const apply = FUNCTIONS[word];
    if (!apply) throw new Error(`The simulated CloudWatch does not know "${word}" in "${text}".`);
    expect('(');
    const values = arguments_(')');
    return SEES_MISSING.has(word) || values.every((value) => defined(value)) ? apply(...values) : undefined;
  }

  function arguments_(end: string): Operand[] {
    const values: Operand[] = [];
    while (!accept(end)) {
      values.push(either());
      accept(',');
    }
    return values;
  }

  const result = either();
  if (at < tokens.length) throw new Error(`The simulated CloudWatch cannot read "${text}" from "${tokens[at]}".`);
  return Array.isArray(result) ? undefined : result;
}

function defined(...values: Operand[]): boolean {
  return values.every((value) => value !== undefined);
}

/** A division by zero has no data point. */
function finite(value: Point): Point {
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : value;
}
