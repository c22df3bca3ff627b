/**
 * A value of a template with text in the place of its intrinsic functions.
 *
 * @param write what stands for a function by its name and argument, such as `Ref` and `AWS::Region`; also for the parameters of `Fn::Sub`
 */
export function withoutReferences(value: unknown, write: (name: string, argument: unknown) => string): unknown {
  const flatten = (each: unknown): unknown => withoutReferences(each, write);
  if (Array.isArray(value)) return value.map(flatten);
  if (typeof value !== 'object' || value === null) return value;
  const [[key, argument] = ['', undefined], ...others] = Object.entries(value);
  if (others.length > 0 || !(key === 'Ref' || key.startsWith('Fn::'))) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, flatten(each)]));
  }
  if (key === 'Fn::Join') return (argument[1] as unknown[]).map(flatten).join(argument[0]);
  if (key === 'Fn::Sub' && typeof argument === 'string') {
    return argument.replace(/\$\{([^${}]*)\}/g, (_, name: string) => write('Ref', name));
  }
  return write(key, argument);
}
