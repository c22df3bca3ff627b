import * as fc from 'fast-check';
import { Body } from './strict-protocol';
import { Draft, serializeDraft } from './responses';
import { array, Json, literal, number, object, string } from './strict-json';

/** Replacements for any value of a response, most of which are invalid. */
const REPLACEMENTS: Json[] = [
  ...'-1 0 1 2 3 1.5 1e2 -0 1000 256 128 -129 65520 70000 1e300 1e999 -1e999 1e-999 NaN Infinity -Infinity'
    .split(' ')
    .map(number),
  ...'9223372036854775807 9223372036854775808 18446744073709551615 18446744073709551616 -9223372036854775809'
    .split(' ')
    .map(number),
  ...'9007199254740993 3.4028235677973366e38 3.4e38 1e40'.split(' ').map(number),
  ...['', '8', 'NaN', 'FP32', 'INT8', 'constructor', 'scores', 'model', 'true', '\ud800'].map(string),
  ...[true, false, null].map(literal),
  array([]),
  array([number(1)]),
  array([array([])]),
  object({}),
  object({ 'number that is not finite': string('NaN') }),
  object({ binary_data_size: string('8') }),
  object({ binary_data_size: number(0) }),
  object({ binary_data_size: number(-4) }),
];

const KEYS = [
  'error',
  'data',
  'name',
  'shape',
  'datatype',
  'parameters',
  'outputs',
  'model_name',
  'binary_data_size',
  'id',
  '__proto__',
];

/** A function that changes a JSON value. */
type Change = (json: Json) => Json;

/** The number of values in JSON, at any depth. */
function countOf(json: Json): number {
  if (json.kind === 'object') return json.members.reduce((sum, [, value]) => sum + countOf(value), 1);
  return json.kind === 'array' ? json.items.reduce((sum, item) => sum + countOf(item), 1) : 1;
}

/** Changes the n-th value in JSON. */
function changeAt(json: Json, position: number, change: Change): Json {
  let remaining = position;
  const visit = (value: Json): Json => {
    if (remaining-- === 0) return change(value);
    if (value.kind === 'array') return { ...value, items: value.items.map(visit) };
    if (value.kind !== 'object') return value;
    return {
      ...value,
      members: value.members.map(([name, memberValue]): [string, Json] => [name, visit(memberValue)]),
    };
  };
  return visit(json);
}

/** Removes the member or item at an index of a JSON value. */
function withoutEntry(json: Json, index: number): Json {
  if (json.kind === 'array')
    return { ...json, items: json.items.filter((_, itemIndex) => itemIndex !== index % json.items.length) };
  if (json.kind !== 'object') return literal(null);
  return { ...json, members: json.members.filter((_, memberIndex) => memberIndex !== index % json.members.length) };
}

/** Repeats the member or item at an index of a JSON value. */
function withRepeatedEntry(json: Json, index: number): Json {
  if (json.kind === 'array')
    return { ...json, items: [...json.items, ...json.items.slice(index % (json.items.length || 1))] };
  if (json.kind !== 'object') return array([json]);
  return { ...json, members: [...json.members, ...json.members.slice(index % (json.members.length || 1)).slice(0, 1)] };
}

/** Adds a member to a JSON object. */
function withMember(json: Json, name: string, value: Json, isFirst: boolean): Json {
  if (json.kind !== 'object') return value;
  return { ...json, members: isFirst ? [[name, value], ...json.members] : [...json.members, [name, value]] };
}

/** Changes a JSON value slightly, in a way that depends on its kind. */
function modify(json: Json, delta: number): Json {
  if (json.kind === 'number')
    return /^-?\d+$/.test(json.text) ? number(BigInt(json.text) + BigInt(delta)) : number(-delta);
  if (json.kind === 'string') return string(`${json.text}${delta}`);
  if (json.kind === 'array') return { ...json, items: [...json.items].reverse() };
  return json.kind === 'object' ? array([json]) : string(json.text);
}

const anyPosition = fc.nat(1_000);

/** Generates changes of a JSON value. */
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...REPLACEMENTS).map(
    (replacement): Change =>
      () =>
        replacement,
  ),
  anyPosition.map(
    (index): Change =>
      (json) =>
        withoutEntry(json, index),
  ),
  anyPosition.map(
    (index): Change =>
      (json) =>
        withRepeatedEntry(json, index),
  ),
  fc.integer({ min: -3, max: 3 }).map(
    (delta): Change =>
      (json) =>
        modify(json, delta),
  ),
  fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom(...REPLACEMENTS), fc.boolean()).map(
    ([name, value, isFirst]): Change =>
      (json) =>
        withMember(json, name, value, isFirst),
  ),
);

/** Generates changes of the JSON of a response, or of its binary part. */
const draftChange: fc.Arbitrary<(draft: Draft) => Draft> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(anyPosition, change).map(([position, changeValue]) => (draft: Draft) => ({
      ...draft,
      json: changeAt(draft.json, position % countOf(draft.json), changeValue),
    })),
  },
  { weight: 1, arbitrary: fc.constant((draft: Draft) => ({ ...draft, isBinary: !draft.isBinary })) },
  {
    weight: 2,
    arbitrary: fc.tuple(anyPosition, fc.constantFrom(0, 1, 2, 7, 32, 255)).map(([position, byte]) => (draft: Draft) => {
      const tail = Buffer.from(draft.tail.length > 0 ? draft.tail : Buffer.of(0));
      tail[position % tail.length] = byte;
      return { ...draft, tail };
    }),
  },
);

/** Generates changes of the bytes or the content type of a response. */
const bodyChange: fc.Arbitrary<(body: Body) => Body> = fc.oneof(
  { weight: 6, arbitrary: fc.constant((message: Body) => message) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyPosition, fc.integer({ min: 0, max: 255 }))
      .map(([position, byte]) => ({ contentType, body }: Body) => {
        const changed = Buffer.from(body);
        if (changed.length > 0) changed[position % changed.length] = byte;
        return { contentType, body: changed };
      }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyPosition, fc.uint8Array({ maxLength: 8 }))
      .map(([position, bytes]) => ({ contentType, body }: Body) => {
        const offset = position % (body.length + 1);
        return {
          contentType,
          body: Buffer.concat([body.subarray(0, offset), bytes, body.subarray(offset + (position % 3))]),
        };
      }),
  },
  {
    weight: 1,
    arbitrary: fc
      .oneof(fc.integer({ min: -9, max: 9 }), fc.constantFrom('x', '-5', '', '1e9', '99999999999999999999'))
      .map((delta) => ({ contentType, body }: Body) => ({
        contentType: contentType.replace(/\d+$/, (size) =>
          typeof delta === 'string' ? delta : String(Number(size) + delta),
        ),
        body,
      })),
  },
);

/** Generates functions that write a correct response with up to four changes. The result may still be correct. */
export const changedResponse: fc.Arbitrary<(draft: Draft) => Body> = fc
  .tuple(fc.array(draftChange, { maxLength: 3 }), bodyChange)
  .map(
    ([draftChanges, changeBody]) =>
      (draft: Draft) =>
        changeBody(serializeDraft(draftChanges.reduce((current, changeDraft) => changeDraft(current), draft))),
  );
