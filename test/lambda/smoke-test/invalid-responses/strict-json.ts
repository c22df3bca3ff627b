/** A JSON value that keeps the digits of numbers, and repeated members of objects. */
export type Json =
  | { readonly kind: 'object'; readonly members: [string, Json][] }
  | { readonly kind: 'array'; readonly items: Json[] }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'literal'; readonly text: 'true' | 'false' | 'null' };

/** Matches numbers of RFC 8259, and NaN and infinities as Triton writes them (rapidjson, kWriteNanAndInfFlag). */
const NUMBER = /-?(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|Infinity|Inf)|NaN/y;
const LITERAL = /true|false|null/y;
// oxlint-disable-next-line no-control-regex -- JSON requires that control characters are escaped
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const SPACE = /[ \t\n\r]*/y;

/**
 * Parses JSON strictly. Returns undefined if the bytes are not JSON or not UTF-8, or if an object has repeated members, except within the
 * member `parameters`, where Triton repeats the parameters of a sequence for each output of an ensemble.
 */
export function readStrictJson(bytes: Uint8Array): Json | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const reader = new Reader(text);
    const value = reader.value();
    return reader.isAtEnd() && !hasRepeatedMember(value, 'parameters') ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an object has repeated members. The objects in one member of the outermost object are not checked. */
function hasRepeatedMember(json: Json, uncheckedMember?: string): boolean {
  if (json.kind === 'array') return json.items.some((item) => hasRepeatedMember(item));
  if (json.kind !== 'object') return false;
  const names = json.members.map(([name]) => name);
  return (
    new Set(names).size < names.length ||
    json.members.some(([name, value]) => name !== uncheckedMember && hasRepeatedMember(value))
  );
}

class Reader {
  private position = 0;

  constructor(private readonly text: string) {}

  public isAtEnd(): boolean {
    this.take(SPACE);
    return this.position === this.text.length;
  }

  public value(): Json {
    this.take(SPACE);
    if (this.skip('{')) return this.object();
    if (this.skip('[')) return { kind: 'array', items: this.list(']', () => this.value()) };
    const string = this.take(STRING);
    if (string !== undefined) return { kind: 'string', text: JSON.parse(string) as string };
    const number = this.take(NUMBER);
    if (number !== undefined) return { kind: 'number', text: number };
    const literal = this.take(LITERAL);
    if (literal === undefined) throw new Error('no value');
    return { kind: 'literal', text: literal as 'null' };
  }

  private object(): Json {
    const members = this.list('}', (): [string, Json] => {
      this.take(SPACE);
      const name = this.take(STRING);
      this.take(SPACE);
      if (name === undefined || !this.skip(':')) throw new Error('no name');
      return [JSON.parse(name) as string, this.value()];
    });
    return { kind: 'object', members };
  }

  private list<T>(end: string, item: () => T): T[] {
    const items: T[] = [];
    this.take(SPACE);
    if (this.skip(end)) return items;
    for (;;) {
      items.push(item());
      this.take(SPACE);
      if (this.skip(end)) return items;
      if (!this.skip(',')) throw new Error('no comma');
    }
  }

  private skip(character: string): boolean {
    if (this.text[this.position] !== character) return false;
    this.position++;
    return true;
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text)?.[0];
    this.position += match?.length ?? 0;
    return match;
  }
}

export function writeJson(json: Json): string {
  switch (json.kind) {
    case 'object':
      return `{${json.members.map(([name, value]) => `${JSON.stringify(name)}:${writeJson(value)}`).join(', ')}}`;
    case 'array':
      return `[${json.items.map(writeJson).join(',')}]`;
    case 'string':
      return JSON.stringify(json.text);
    default:
      return json.text;
  }
}

/** The value of a member of an object. Returns undefined if the member does not exist. */
export function member(json: Json | undefined, memberName: string): Json | undefined {
  return json?.kind === 'object' ? json.members.find(([name]) => name === memberName)?.[1] : undefined;
}

export const object = (members: Record<string, Json | undefined>): Json => ({
  kind: 'object',
  members: Object.entries(members).flatMap(([name, value]): [string, Json][] => (value ? [[name, value]] : [])),
});
export const array = (items: Json[]): Json => ({ kind: 'array', items });
export const string = (text: string): Json => ({ kind: 'string', text });
export const number = (value: number | bigint | string): Json => ({
  kind: 'number',
  text: Object.is(value, -0) ? '-0' : String(value),
});
export const literal = (value: boolean | null): Json => ({ kind: 'literal', text: String(value) as 'null' });
