import { diagnose } from '../../lib/diagnosis';

/**
 * What a verdict may have of a text of the model, its container or its response: all of it where payloads may be logged, and otherwise only
 * what the catalogue of causes says of it, in the library's own words. Events of a stack and logs have other readers than payloads.
 */
export function quote(text: string, logPayloads: boolean): string {
  if (logPayloads) return `: ${text}`;
  const [likeliest] = diagnose([{ source: '', lines: text.split('\n') }]);
  if (!likeliest || likeliest.symptom) return '';
  const { title, remedy } = likeliest.cause;
  return ` (likely cause: ${title}. ${remedy})`;
}

/** Names in a response: those that the model declares, and of others only how many there are. */
export function quoteNames(names: string[], declared: readonly string[], logPayloads: boolean): string {
  if (logPayloads) return names.join(', ') || 'no output';
  const known = names.filter((name) => declared.includes(name));
  const others = names.length - known.length;
  const counted = others === 1 ? 'one undeclared output' : `${others} undeclared outputs`;
  return [...known, ...(others > 0 ? [counted] : [])].join(', ') || 'no output';
}
