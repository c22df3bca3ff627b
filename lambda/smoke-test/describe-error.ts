import { quoteOrDiagnose } from './quote';

/** An error from the AWS SDK or from Node.js. */
interface SdkError extends Error {
  readonly code?: string;
  readonly OriginalStatusCode?: number;
  readonly OriginalMessage?: string;
  readonly $metadata?: { readonly attempts?: number };
}

/** The time after which SageMaker responds with an error if the container has not responded. */
const CONTAINER_TIMEOUT = '60 s';

/** Advice for requests and responses that are too large. */
const TOO_LARGE_HELP =
  'Name only the required outputs in the request, reduce the batch size, return a narrower data type, or use TritonAsyncEndpoint';

/**
 * Describes why there is no response.
 *
 * @param logPayloads whether the description may quote the error message of the model
 * @param lastError the last error after which the request was retried. It explains why the test timed out
 */
export async function describeMissingResponse(
  error: SdkError,
  logPayloads: boolean,
  lastError?: Error,
): Promise<string> {
  if (error.name === 'ModelError') return describeModelError(error, logPayloads);
  if (error.name === 'ModelStreamError') {
    return `the model's stream of responses broke${await quoteOrDiagnose(error.message, logPayloads)}`;
  }
  if (error.name === 'AbortError') {
    return lastError
      ? `the time for the test was over; the last error: ${await describeMissingResponse(lastError, logPayloads)}`
      : 'no response arrived before the time for the test was over';
  }
  const attempts = error.$metadata?.attempts ?? 1;
  const attemptsNote = attempts > 1 ? ` (after ${attempts} attempts)` : '';
  if (isTimeout(error)) return `no response arrived in time: ${error.message}${attemptsNote}`;
  const connectionError = connectionErrorCode(error);
  if (connectionError !== undefined)
    return `the connection broke before the response was complete (${connectionError}: ${firstLine(error)})${attemptsNote}`;
  if (isServiceError(error) || logPayloads) return `${error.name}: ${error.message}${attemptsNote}`;
  return `the response cannot be read: its form is unexpected${attemptsNote}`;
}

/** The first line of a message. In the other lines, the SDK adds advice for programmers. */
function firstLine({ message }: Error): string {
  return message.split('\n')[0];
}

/** Whether the client has timed out. The code is also checked, since the SDK throws TimeoutError for broken connections, too. */
export function isTimeout({ name, code = 'ETIMEDOUT' }: SdkError): boolean {
  return name === 'TimeoutError' && code === 'ETIMEDOUT';
}

/** The error code of Node.js for a broken connection; undefined for other errors. */
export function connectionErrorCode({ code }: SdkError): string | undefined {
  return code !== undefined && code !== 'ETIMEDOUT' && /^E[A-Z]+$/.test(code) ? code : undefined;
}

/** Matches error messages that follow a crash of a process or of the GPU. */
const CRASH = /stub process|not healthy|unhealthy|out of memory|\bCUDA\b|segmentation fault|bad_alloc/i;

/** Whether the model itself rejected the request, for example because the request is invalid. False after a crash. */
export function isRejection({ name, OriginalStatusCode: status = 0, OriginalMessage, message }: SdkError): boolean {
  return name === 'ModelError' && [400, 500].includes(status) && !isCrash(OriginalMessage ?? message);
}

/** Whether SageMaker rejected the request because the inference component has no copy. */
export function hasNoCapacity({ name, message }: Error): boolean {
  return name === 'ValidationError' && message.includes('has no capacity');
}

/** Whether an error message of the model describes a crash. */
export function isCrash(message: string): boolean {
  return CRASH.test(message);
}

async function describeModelError(
  { OriginalStatusCode: status, OriginalMessage, message }: SdkError,
  logPayloads: boolean,
): Promise<string> {
  const text = reasonOf(OriginalMessage ?? message);
  const quoted = await quoteOrDiagnose(text, logPayloads);
  if (status === 507) return `the model does not fit into the instance's memory (HTTP 507)${quoted}`;
  if (status === 413) return `the request or the response is too large (HTTP 413)${quoted}. ${TOO_LARGE_HELP}`;
  if (/timed out/i.test(text))
    return `the model took longer than the ${CONTAINER_TIMEOUT} that SageMaker waits${quoted}`;
  return `the model responded with HTTP ${status ?? 'without a status'}${quoted}`;
}

/** The message in an error response of Triton. The response is JSON; in a stream, it is an event that contains JSON. */
function reasonOf(message: string): string {
  try {
    const { error } = JSON.parse(message.replace(/^data: /, '')) as { error?: unknown };
    return typeof error === 'string' ? error : message;
  } catch {
    return message;
  }
}

/** The error classes of JavaScript. */
const JAVASCRIPT_ERRORS = [SyntaxError, TypeError, RangeError, ReferenceError, URIError];

/**
 * Describes why a test could not run, or why a response could not be checked. For built-in errors of JavaScript, returns only the name of
 * the error, since the message may quote values such as invalid JSON.
 */
export function describeWithoutPayload(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown error';
  const mayQuotePayload = !isServiceError(error) && JAVASCRIPT_ERRORS.some((type) => error instanceof type);
  return mayQuotePayload ? error.name : error.message;
}

/** Whether an AWS service returned the error, as opposed to a response that the SDK could not read. */
function isServiceError(error: Error): boolean {
  return '$fault' in error;
}
