/** A body in captured data. */
export interface CapturedBody {
  readonly contentType: string;
  /** `BASE64`, or the format of the text, such as `JSON` or `CSV`. */
  readonly encoding: string;
  readonly data: string;
}

/** A record of captured data, without the request. */
export interface CapturedRecord {
  /** IDs of the request, the most reliable first. The record of a copy has at least one of them in common with that of the request. */
  readonly requestIds: string[];
  readonly eventId: string;
  /** Time of the request in milliseconds since the epoch. */
  readonly time: number;
  /** Key of the file. */
  readonly file: string;
  /** The response. Undefined if it was not captured. */
  readonly response?: CapturedBody;
}

/** Parses a line of a file of captured data. Unknown fields are ignored. Undefined if the line is not a record. */
export function parseRecord(line: string, file: string): CapturedRecord | undefined {
  const { captureData, eventMetadata } = fieldsOf(parseJson(line));
  const { eventId, inferenceId, inferenceTime } = fieldsOf(eventMetadata);
  const time = Date.parse(String(inferenceTime));
  if (typeof eventId !== 'string' || Number.isNaN(time)) return undefined;
  return {
    // SageMaker generates the event ID, and it is not known whether a copy has that of its original. In AWS's notebook, a copy has the
    // inference ID, which the client passes to InvokeEndpoint, and which may belong to several requests.
    requestIds: [`event ${eventId}`, ...(typeof inferenceId === 'string' ? [`inference ${inferenceId}`] : [])],
    eventId,
    time,
    file,
    response: bodyOf(fieldsOf(captureData).endpointOutput),
  };
}

function bodyOf(value: unknown): CapturedBody | undefined {
  const { observedContentType, encoding, data } = fieldsOf(value);
  if (typeof data !== 'string') return undefined;
  return { contentType: String(observedContentType ?? ''), encoding: String(encoding ?? ''), data };
}

/** The fields of a JSON object. A value that is not an object has none. */
function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
