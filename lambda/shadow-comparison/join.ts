import { CapturedBody, CapturedRecord } from './records';
import { MAX_DISTANCE, Window } from './window';

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
 * If several requests have the same ID, their responses are not matched by this ID: comparing the responses of different requests would show
 * differences that do not exist. If only one of these requests was captured, the records are not matched if their times differ too much.
 */
export function joinResponses(
  production: CapturedRecord[],
  shadow: CapturedRecord[],
  { start, end }: Window,
): JoinedResponses {
  const productionById = uniqueRecords(production);
  const shadowById = uniqueRecords(shadow);
  const candidates = shadow.filter(hasResponse).filter(({ time }) => time >= start && time < end);
  const pairs = candidates.flatMap((copy): ResponsePair[] => {
    const commonId = copy.requestIds.find((id) => productionById.get(id) && shadowById.get(id));
    const original = commonId === undefined ? undefined : productionById.get(commonId);
    if (!original || !hasResponse(original) || !canBelongTogether(original, copy)) return [];
    return [{ production: original, shadow: copy }];
  });
  return { pairs, unmatched: candidates.length - pairs.length };
}

/** The records by the IDs of their requests. Undefined for an ID that several records have. */
function uniqueRecords(records: CapturedRecord[]): Map<string, CapturedRecord | undefined> {
  const byId = new Map<string, CapturedRecord | undefined>();
  for (const record of records) for (const id of record.requestIds) byId.set(id, byId.has(id) ? undefined : record);
  return byId;
}

function canBelongTogether(original: CapturedRecord, copy: CapturedRecord): boolean {
  return original.eventId === copy.eventId || Math.abs(original.time - copy.time) <= MAX_DISTANCE;
}

function hasResponse(record: CapturedRecord): record is ResponseRecord {
  return record.response !== undefined;
}
