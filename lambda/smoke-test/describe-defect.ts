/** Errors of JavaScript itself. */
const NATIVE = [SyntaxError, TypeError, RangeError, ReferenceError, URIError];

/**
 * Why a test could not run, or a response could not be checked, in words. JavaScript's own errors quote the values that they are about, such as
 * JSON that cannot be parsed, so of those only the name is told.
 */
export function describeDefect(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown error';
  const quotes = !isOfService(error) && NATIVE.some((type) => error instanceof type);
  return quotes ? error.name : error.message;
}

/** Whether an AWS service has responded with this error, as opposed to a response that the SDK could not read. */
export function isOfService(error: Error): boolean {
  return '$fault' in error;
}
