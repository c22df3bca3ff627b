/** The names of the declared outputs in a response, and the number of undeclared outputs. If payloads may be logged, all names. */
export function listOutputs(names: string[], declared: readonly string[], logPayloads: boolean): string {
  if (logPayloads) return names.join(', ') || 'no output';
  const declaredNames = names.filter((name) => declared.includes(name));
  const undeclaredCount = names.length - declaredNames.length;
  const undeclaredText = undeclaredCount === 1 ? 'one undeclared output' : `${undeclaredCount} undeclared outputs`;
  return [...declaredNames, ...(undeclaredCount > 0 ? [undeclaredText] : [])].join(', ') || 'no output';
}
