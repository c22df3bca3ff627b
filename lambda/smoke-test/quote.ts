import { diagnose } from '../../lib/diagnosis';

/**
 * The part of a text from the model, its container or its response that the outcome of a test may include: the entire text if payloads may
 * be logged, otherwise only a likely cause from the library's catalog. People who may not read payloads may be able to read stack events
 * and logs.
 */
export function quoteOrDiagnose(text: string, logPayloads: boolean): string {
  if (logPayloads) return `: ${text}`;
  const [likeliest] = diagnose([{ source: '', lines: text.split('\n') }]);
  if (!likeliest || likeliest.symptom) return '';
  const { title, remedy } = likeliest.cause;
  return ` (likely cause: ${title}. ${remedy})`;
}

/** The names of the declared outputs in a response, and the number of undeclared outputs. If payloads may be logged, all names. */
export function listOutputs(names: string[], declared: readonly string[], logPayloads: boolean): string {
  if (logPayloads) return names.join(', ') || 'no output';
  const declaredNames = names.filter((name) => declared.includes(name));
  const undeclaredCount = names.length - declaredNames.length;
  const undeclaredText = undeclaredCount === 1 ? 'one undeclared output' : `${undeclaredCount} undeclared outputs`;
  return [...declaredNames, ...(undeclaredCount > 0 ? [undeclaredText] : [])].join(', ') || 'no output';
}
