import { isOfService } from './describe-defect';
import { quote } from './quote';

/** What the SDK's errors have beside a message. */
interface SdkError extends Error {
  readonly code?: string;
  readonly OriginalStatusCode?: number;
  readonly OriginalMessage?: string;
  readonly $metadata?: { readonly attempts?: number };
}

/** A container that takes longer than this is cut off by SageMaker, which answers instead of it. */
const CONTAINER_LIMIT = '60 s';

/** What makes a body smaller. */
const TOO_LARGE_HELP =
  'Use the binary form (`binary: true`), name only the required outputs in the request, reduce the batch size, return a narrower data type, or use TritonAsyncEndpoint';

/**
 * What came instead of an answer, in words.
 *
 * @param logPayloads whether the words may have what the model has written
 * @param gotOver what was tried again before, which is the reason when the time was over
 */
export function describeError(error: SdkError, logPayloads: boolean, gotOver?: Error): string {
  if (error.name === 'ModelError') return describeModelError(error, logPayloads);
  if (error.name === 'ModelStreamError') {
    return `the model's stream of responses broke${quote(error.message, logPayloads)}`;
  }
  if (error.name === 'AbortError') {
    return gotOver
      ? `the time for the test was over; the last error: ${describeError(gotOver, logPayloads)}`
      : 'no response arrived before the time for the test was over';
  }
  const attempts = error.$metadata?.attempts ?? 1;
  const tried = attempts > 1 ? ` (after ${attempts} attempts)` : '';
  if (isTimeout(error)) return `no response arrived in time: ${error.message}${tried}`;
  const broken = brokenConnection(error);
  if (broken !== undefined)
    return `the connection broke before the response was complete (${broken}: ${firstLine(error)})${tried}`;
  if (isOfService(error) || logPayloads) return `${error.name}: ${error.message}${tried}`;
  return `the response cannot be read: its form is unexpected${tried}`;
}

/** The SDK adds advice for programmers. */
function firstLine({ message }: Error): string {
  return message.split('\n')[0];
}

/** Whether the client gave up waiting. The SDK calls broken connections timeouts, too. */
export function isTimeout({ name, code = 'ETIMEDOUT' }: SdkError): boolean {
  return name === 'TimeoutError' && code === 'ETIMEDOUT';
}

/** Node's code of what happened to the connection, where something did. */
export function brokenConnection({ code }: SdkError): string | undefined {
  return code !== undefined && code !== 'ETIMEDOUT' && /^E[A-Z]+$/.test(code) ? code : undefined;
}

/** What a process that died, or a GPU that went wrong, leaves in an error. */
const CRASH = /stub process|not healthy|unhealthy|out of memory|\bCUDA\b|segmentation fault|bad_alloc/i;

/** Whether the model itself answered with an error, as it would to a request that it does not understand. */
export function isRejection({ name, OriginalStatusCode: status = 0, OriginalMessage, message }: SdkError): boolean {
  return name === 'ModelError' && [400, 500].includes(status) && !isCrash(OriginalMessage ?? message);
}

/** Whether an error of the model says that it broke. */
export function isCrash(message: string): boolean {
  return CRASH.test(message);
}

function describeModelError(
  { OriginalStatusCode: status, OriginalMessage, message }: SdkError,
  logPayloads: boolean,
): string {
  const text = reasonOf(OriginalMessage ?? message);
  const quoted = quote(text, logPayloads);
  if (status === 507) return `the model does not fit into the instance's memory (HTTP 507)${quoted}`;
  if (status === 413) return `the request or the response is too large (HTTP 413)${quoted}. ${TOO_LARGE_HELP}`;
  if (/timed out/i.test(text)) return `the model took longer than the ${CONTAINER_LIMIT} that SageMaker waits${quoted}`;
  return `the model responded with HTTP ${status ?? 'without a status'}${quoted}`;
}

/** Triton wraps its reason in JSON, and that in an event where it streams. */
function reasonOf(message: string): string {
  try {
    const { error } = JSON.parse(message.replace(/^data: /, '')) as { error?: unknown };
    return typeof error === 'string' ? error : message;
  } catch {
    return message;
  }
}
