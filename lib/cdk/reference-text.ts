/**
 * Replaces the intrinsic functions in a value of a template with text.
 *
 * @param textFor returns the text for a function and its argument, such as `Ref` and `AWS::Region`. Parameters of `Fn::Sub` are passed as `Ref`
 */
export function withoutReferences(value: unknown, textFor: (name: string, argument: unknown) => string): unknown {
  const replaceNested = (each: unknown): unknown => withoutReferences(each, textFor);
  if (Array.isArray(value)) return value.map(replaceNested);
  if (typeof value !== 'object' || value === null) return value;
  const [[key, argument] = ['', undefined], ...others] = Object.entries(value);
  if (others.length > 0 || !(key === 'Ref' || key.startsWith('Fn::'))) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaceNested(each)]));
  }
  if (key === 'Fn::Join') return (argument[1] as unknown[]).map(replaceNested).join(argument[0]);
  if (key === 'Fn::Sub' && typeof argument === 'string') {
    return argument.replace(/\$\{([^${}]*)\}/g, (_, name: string) => textFor('Ref', name));
  }
  return textFor(key, argument);
}
