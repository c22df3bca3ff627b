/**
 * The part of a text from the model, its container or its response that the outcome of a test may include: the entire text if payloads may
 * be logged, otherwise only a likely cause from the library's catalog. People who may not read payloads may be able to read stack events
 * and logs.
 */
export async function quoteOrDiagnose(text: string, logPayloads: boolean): Promise<string> {
  if (logPayloads) return `: ${text}`;
  const { diagnoseText } = await import('./diagnose-text.js');
  return diagnoseText(text);
}
