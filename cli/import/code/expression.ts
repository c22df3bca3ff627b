/** An expression of the generated app, independent of the language. */
export type Expression =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'flag'; readonly value: boolean }
  /** A quotient of two numbers, which states where a rate comes from. */
  | { readonly kind: 'quotient'; readonly dividend: number; readonly divisor: number }
  | { readonly kind: 'list'; readonly elements: Expression[] }
  /** A table whose keys are values, such as the variables of a container. */
  | { readonly kind: 'table'; readonly entries: [key: string, value: Expression][] }
  /** A constant of a class, such as `InstanceType.G5_XLARGE`. */
  | { readonly kind: 'constant'; readonly className: string; readonly name: string }
  /** A local variable. */
  | { readonly kind: 'variable'; readonly name: string }
  /** The construct whose constructor contains the code. */
  | { readonly kind: 'scope' }
  /** A path relative to the folder of the app. */
  | { readonly kind: 'path'; readonly relative: string }
  /** Code that is the same in all languages, apart from names. */
  | { readonly kind: 'raw'; readonly code: string }
  | Call
  | Struct;

/** A constructor call (`name` is a class), or a call of a static method (`Class.method`). */
export interface Call {
  readonly kind: 'call';
  readonly name: string;
  readonly isConstructor: boolean;
  readonly args: Expression[];
  readonly props?: Properties;
  /** A method of the result, without arguments. */
  readonly then?: string;
}

/** An object with named properties. Python requires the name of its type. */
export interface Struct {
  readonly kind: 'struct';
  readonly type: string;
  readonly properties: Properties;
}

/** Named properties. Undefined properties are omitted. */
export type Properties = Record<string, Expression | undefined>;

export const text = (value: string): Expression => ({ kind: 'text', value });
export const number = (value: number): Expression => ({ kind: 'number', value });
export const flag = (value: boolean): Expression => ({ kind: 'flag', value });
export const quotient = (dividend: number, divisor: number): Expression => ({ kind: 'quotient', dividend, divisor });
export const list = (elements: Expression[]): Expression => ({ kind: 'list', elements });
export const table = (entries: [string, Expression][]): Expression => ({ kind: 'table', entries });
export const constant = (className: string, name: string): Expression => ({ kind: 'constant', className, name });
export const variable = (name: string): Expression => ({ kind: 'variable', name });
export const filePath = (relative: string): Expression => ({ kind: 'path', relative });
export const struct = (type: string, properties: Properties): Struct => ({ kind: 'struct', type, properties });
export const SCOPE: Expression = { kind: 'scope' };

/** A call of a static method, such as `call('Duration.seconds', [number(5)])`. */
export const call = (name: string, args: Expression[] = [], props?: Properties): Call => ({
  kind: 'call',
  name,
  isConstructor: false,
  args,
  props,
});

export const create = (name: string, args: Expression[] = [], props?: Properties): Call => ({
  ...call(name, args, props),
  isConstructor: true,
});

export const seconds = (value: number): Expression =>
  value % 60 === 0 && value > 0
    ? call('Duration.minutes', [number(value / 60)])
    : call('Duration.seconds', [number(value)]);

/** The properties that are not undefined. */
export function definedProperties(properties: Properties): [name: string, value: Expression][] {
  return Object.entries(properties).filter((entry): entry is [string, Expression] => entry[1] !== undefined);
}

/** The names of the classes that an expression uses. */
export function classesIn(expression: Expression, isPython: boolean): string[] {
  const inAll = (expressions: Expression[]): string[] => expressions.flatMap((each) => classesIn(each, isPython));
  const inProperties = (properties: Properties): string[] =>
    inAll(definedProperties(properties).map(([, value]) => value));
  switch (expression.kind) {
    case 'list':
      return inAll(expression.elements);
    case 'table':
      return inAll(expression.entries.map(([, value]) => value));
    case 'constant':
      return [expression.className];
    case 'call':
      return [expression.name.split('.')[0], ...inAll(expression.args), ...inProperties(expression.props ?? {})];
    case 'struct':
      return [...(isPython ? [expression.type] : []), ...inProperties(expression.properties)];
    default:
      return [];
  }
}
