import * as fc from 'fast-check';
import { Body } from './protocol';
import { Draft, write } from './responses';
import { array, Json, literal, number, object, string } from './strict-json';

/** Values that do not belong where they are put, and some that do. */
const ODD: Json[] = [
  ...[
    '-1',
    '0',
    '1',
    '2',
    '3',
    '1.5',
    '1e2',
    '-0',
    '1000',
    '256',
    '128',
    '-129',
    '65520',
    '70000',
    '1e300',
    '1e999',
    '-1e999',
  ].map(number),
  ...[
    '9223372036854775807',
    '9223372036854775808',
    '18446744073709551615',
    '18446744073709551616',
    '-9223372036854775809',
  ].map(number),
  ...['9007199254740993', '3.4028235677973366e38', '3.4e38', '1e40', 'NaN', 'Infinity', '-Infinity', '1e-999'].map(
    number,
  ),
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

/** A place in JSON, drawn by a number. */
type Change = (json: Json) => Json;

/** Where each value is in JSON. */
function countOf(json: Json): number {
  if (json.kind === 'object') return json.members.reduce((sum, [, value]) => sum + countOf(value), 1);
  return json.kind === 'array' ? json.items.reduce((sum, item) => sum + countOf(item), 1) : 1;
}

/** JSON with a change to the value that is the n-th in the text. */
function changeAt(json: Json, place: number, change: Change): Json {
  let left = place;
  const visit = (value: Json): Json => {
    if (left-- === 0) return change(value);
    if (value.kind === 'array') return { ...value, items: value.items.map(visit) };
    if (value.kind !== 'object') return value;
    return { ...value, members: value.members.map(([name, each]): [string, Json] => [name, visit(each)]) };
  };
  return visit(json);
}

function without(json: Json, index: number): Json {
  if (json.kind === 'array')
    return { ...json, items: json.items.filter((_, each) => each !== index % json.items.length) };
  if (json.kind !== 'object') return literal(null);
  return { ...json, members: json.members.filter((_, each) => each !== index % json.members.length) };
}

/** With a part that is there already once more, elsewhere. */
function withTwice(json: Json, index: number): Json {
  if (json.kind === 'array')
    return { ...json, items: [...json.items, ...json.items.slice(index % (json.items.length || 1))] };
  if (json.kind !== 'object') return array([json]);
  return { ...json, members: [...json.members, ...json.members.slice(index % (json.members.length || 1)).slice(0, 1)] };
}

function withMember(json: Json, name: string, value: Json, isFirst: boolean): Json {
  if (json.kind !== 'object') return value;
  return { ...json, members: isFirst ? [[name, value], ...json.members] : [...json.members, [name, value]] };
}

function nudged(json: Json, by: number): Json {
  if (json.kind === 'number') return /^-?\d+$/.test(json.text) ? number(BigInt(json.text) + BigInt(by)) : number(-by);
  if (json.kind === 'string') return string(`${json.text}${by}`);
  if (json.kind === 'array') return { ...json, items: [...json.items].reverse() };
  return json.kind === 'object' ? array([json]) : string(json.text);
}

const nat = fc.nat(1_000);

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom(...ODD).map(
    (odd): Change =>
      () =>
        odd,
  ),
  nat.map(
    (index): Change =>
      (json) =>
        without(json, index),
  ),
  nat.map(
    (index): Change =>
      (json) =>
        withTwice(json, index),
  ),
  fc.integer({ min: -3, max: 3 }).map(
    (by): Change =>
      (json) =>
        nudged(json, by),
  ),
  fc.tuple(fc.constantFrom(...KEYS), fc.constantFrom(...ODD), fc.boolean()).map(
    ([name, value, isFirst]): Change =>
      (json) =>
        withMember(json, name, value, isFirst),
  ),
);

/** What is done to the JSON of a response, and to its bytes behind it. */
const inDraft: fc.Arbitrary<(draft: Draft) => Draft> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(nat, change).map(([place, each]) => (draft: Draft) => ({
      ...draft,
      json: changeAt(draft.json, place % countOf(draft.json), each),
    })),
  },
  { weight: 1, arbitrary: fc.constant((draft: Draft) => ({ ...draft, isBinary: !draft.isBinary })) },
  {
    weight: 2,
    arbitrary: fc.tuple(nat, fc.constantFrom(0, 1, 2, 7, 32, 255)).map(([place, byte]) => (draft: Draft) => {
      const tail = Buffer.from(draft.tail.length > 0 ? draft.tail : Buffer.of(0));
      tail[place % tail.length] = byte;
      return { ...draft, tail };
    }),
  },
);

/** What is done to a response that is written already. */
const inBody: fc.Arbitrary<(body: Body) => Body> = fc.oneof(
  { weight: 6, arbitrary: fc.constant((message: Body) => message) },
  {
    weight: 1,
    arbitrary: fc.tuple(nat, fc.integer({ min: 0, max: 255 })).map(([place, byte]) => ({ contentType, body }: Body) => {
      const changed = Buffer.from(body);
      if (changed.length > 0) changed[place % changed.length] = byte;
      return { contentType, body: changed };
    }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(nat, fc.uint8Array({ maxLength: 8 })).map(([place, bytes]) => ({ contentType, body }: Body) => {
      const at = place % (body.length + 1);
      return { contentType, body: Buffer.concat([body.subarray(0, at), bytes, body.subarray(at + (place % 3))]) };
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .oneof(fc.integer({ min: -9, max: 9 }), fc.constantFrom('x', '-5', '', '1e9', '99999999999999999999'))
      .map((by) => ({ contentType, body }: Body) => ({
        contentType: contentType.replace(/\d+$/, (size) => (typeof by === 'string' ? by : String(Number(size) + by))),
        body,
      })),
  },
);

/** What an endpoint makes of a right response: up to three changes. The model of the protocol says whether it is a right one still. */
export const lie: fc.Arbitrary<(draft: Draft) => Body> = fc.tuple(fc.array(inDraft, { maxLength: 3 }), inBody).map(
  ([drafts, last]) =>
    (draft: Draft) =>
      last(write(drafts.reduce((each, next) => next(each), draft))),
);
