import { joinResponses } from '../../../lambda/shadow-comparison/join';
import { parseRecord } from '../../../lambda/shadow-comparison/records';
import { windowOf } from '../../../lambda/shadow-comparison/window';

const WINDOW = windowOf('2026-11-28T10:20:00Z'); // compares 10:10 to 10:15

interface RecordOptions {
  readonly eventId?: string;
  readonly inferenceId?: string;
  readonly time?: string;
  readonly output?: object | null;
}

function line({ eventId = 'e', inferenceId, time = '10:12:00', output }: RecordOptions): string {
  const endpointOutput =
    output === undefined ? { observedContentType: 'text/csv', data: '1', encoding: 'CSV' } : output;
  return JSON.stringify({
    captureData: { endpointInput: { data: '0' }, ...(endpointOutput && { endpointOutput }) },
    eventMetadata: { eventId, inferenceId, inferenceTime: `2026-11-28T${time}Z`, invocationSource: 'unknown' },
    eventVersion: '0',
  });
}

const recordsOf = (records: RecordOptions[]) => records.flatMap((record) => parseRecord(line(record), 'file') ?? []);

/** The numbers of pairs and of unmatched responses. */
function join(production: RecordOptions[], shadow: RecordOptions[]): [pairs: number, unmatched: number] {
  const { pairs, unmatched } = joinResponses(recordsOf(production), recordsOf(shadow), WINDOW);
  return [pairs.length, unmatched];
}

test('responses are joined by inference ID, although the event IDs differ', () => {
  expect(join([{ eventId: 'a', inferenceId: '7' }], [{ eventId: 'b', inferenceId: '7' }])).toEqual([1, 0]);
  expect(join([{ eventId: 'a', inferenceId: '7' }], [{ eventId: 'b', inferenceId: '8' }])).toEqual([0, 1]);
});

test('responses are joined by event ID, also if the inference ID is missing in a copy or belongs to several requests', () => {
  expect(join([{ eventId: 'a' }], [{ eventId: 'a' }])).toEqual([1, 0]);
  expect(join([{ eventId: 'a', inferenceId: '7' }], [{ eventId: 'a' }])).toEqual([1, 0]);
  const session = [
    { eventId: 'a', inferenceId: '7' },
    { eventId: 'b', inferenceId: '7' },
  ];
  expect(join(session, session)).toEqual([2, 0]);
  expect(join([{ eventId: 'a' }], [{ eventId: 'b' }])).toEqual([0, 1]);
});

test('a request without a copy is not unmatched: with a weight below 1, not all requests have copies', () => {
  expect(join([{ eventId: 'a' }, { eventId: 'b' }], [{ eventId: 'a' }])).toEqual([1, 0]);
});

test('each response of the shadow variant belongs to the window of its time', () => {
  const production = [{ time: '10:09:59' }];
  expect(join(production, [{ time: '10:10:00' }])).toEqual([1, 0]);
  expect(join(production, [{ time: '10:14:59' }])).toEqual([1, 0]);
  expect(join(production, [{ time: '10:09:59' }])).toEqual([0, 0]);
  expect(join(production, [{ time: '10:15:00' }])).toEqual([0, 0]);
});

test('requests with the same inference ID are not compared, since it is not known which responses belong together', () => {
  const twice = [{ inferenceId: '7' }, { inferenceId: '7' }];
  expect(join(twice, twice)).toEqual([0, 2]);
  expect(join(twice, [{ inferenceId: '7' }])).toEqual([0, 1]);
});

test('requests with the same inference ID of which others were not captured are not compared if they are more than a minute apart', () => {
  const later = { eventId: 'b', inferenceId: '7', time: '10:13:01' };
  expect(join([{ eventId: 'a', inferenceId: '7' }], [later])).toEqual([0, 1]);
  expect(join([{ eventId: 'a', inferenceId: '7' }], [{ ...later, time: '10:13:00' }])).toEqual([1, 0]);
});

test('a record without a response is not compared, and is not an unmatched response', () => {
  expect(join([{ output: null }], [{}])).toEqual([0, 1]);
  expect(join([{}], [{ output: { observedContentType: 'text/csv' } }])).toEqual([0, 0]);
});

test.each(['not JSON', '[]', '{"eventMetadata":null}', line({ time: 'later' })])('%s is not a record', (text) => {
  expect(parseRecord(text, 'file')).toBeUndefined();
});
