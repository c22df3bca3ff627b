/**
 * The value of an expression of metric math with +, -, *, / and parentheses. Undefined if it contains functions, if a value is missing, or if
 * it divides by zero.
 */
export function evaluate(expression: string, valueOf: (id: string) => number | undefined): number | undefined {
  const tokens = expression.match(/[A-Za-z_]\w*|[\d.]+|\S/g) ?? [];
  let position = 0;
  const next = (...allowed: string[]): string | undefined =>
    allowed.includes(tokens[position]) ? tokens[position++] : undefined;

  function sum(): number {
    let value = product();
    for (let sign = next('+', '-'); sign; sign = next('+', '-')) value += (sign === '+' ? 1 : -1) * product();
    return value;
  }
  function product(): number {
    let value = operand();
    for (let sign = next('*', '/'); sign; sign = next('*', '/')) value *= sign === '*' ? operand() : 1 / operand();
    return value;
  }
  function operand(): number {
    if (next('(')) {
      const value = sum();
      return next(')') ? value : NaN;
    }
    const token = tokens[position++] ?? '';
    return /^[\d.]/.test(token) ? Number(token) : (valueOf(token) ?? NaN);
  }
  const value = sum();
  return position === tokens.length && Number.isFinite(value) ? value : undefined;
}
