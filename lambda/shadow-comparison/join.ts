import { CapturedBody, CapturedRecord } from './records';
import { Window } from './window';

/** A record of captured data that contains a response. */
export interface ResponseRecord extends CapturedRecord {
  readonly response: CapturedBody;
}

/** The responses of both variants to one request. */
export interface ResponsePair {
  readonly production: ResponseRecord;
  readonly shadow: ResponseRecord;
}

/** The pairs of a window, and the number of responses of the shadow variant without a response of the production variant. */
export interface JoinedResponses {
  readonly pairs: ResponsePair[];
  readonly unmatched: number;
}

/**
 * Finds the response of the production variant for each response of the shadow variant in a window. The opposite direction would be wrong:
 * with a weight below 1, the shadow variant does not receive copies of all requests.
 *
 * If several requests have the same inference ID, their responses are not matched: comparing the responses of different requests would show
 * differences that do not exist.
 */
export function joinResponses(
  production: CapturedRecord[],
  shadow: CapturedRecord[],
  { start, end }: Window,
): JoinedResponses {
  const productionByKey = uniqueRecords(production);
  const shadowByKey = uniqueRecords(shadow);
  const candidates = shadow.filter(({ time }) => time >= start && time < end);
  const pairs = candidates.flatMap(({ joinKey }): ResponsePair[] => {
    const [original, copy] = [productionByKey.get(joinKey), shadowByKey.get(joinKey)];
    return original && copy && hasResponse(original) && hasResponse(copy)
      ? [{ production: original, shadow: copy }]
      : [];
  });
  return { pairs, unmatched: candidates.length - pairs.length };
}

/** The records by their keys. Undefined for a key that several records have. */
function uniqueRecords(records: CapturedRecord[]): Map<string, CapturedRecord | undefined> {
  const byKey = new Map<string, CapturedRecord | undefined>();
  for (const record of records) byKey.set(record.joinKey, byKey.has(record.joinKey) ? undefined : record);
  return byKey;
}

function hasResponse(record: CapturedRecord): record is ResponseRecord {
  return record.response !== undefined;
}
