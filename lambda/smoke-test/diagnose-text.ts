import { diagnose } from '../../lib/diagnosis';

/**
 * The likely cause that a text of the model or its container indicates, as the end of a sentence. This file is imported dynamically, so that the
 * catalog of causes is loaded only after a failure.
 */
export function diagnoseText(text: string): string {
  const [likeliest] = diagnose([{ source: '', lines: text.split('\n') }]);
  if (!likeliest || likeliest.symptom) return '';
  const { title, remedy } = likeliest.cause;
  return ` (likely cause: ${title}. ${remedy})`;
}
