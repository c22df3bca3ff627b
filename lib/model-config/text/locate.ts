import { Position, positions } from './position';
import { isBlank, TOKEN } from './tokens';

/** Keys have none or few. */
const MOST_BRACKETS = 100;

interface Token {
  readonly text: string;
  readonly offset: number;
}

/** A field of the text: where its name begins first, and its values, which may be in a list, each under the name, or both. */
interface Field {
  readonly offset: number;
  readonly values: Value[];
  /** Those of a map, by their keys. */
  readonly byKey: Map<string, Value>;
}

interface Value {
  /** Where it begins in a list, or its field's name. */
  readonly offset: number;
  /** The plain value, without the quotes of a string. */
  readonly scalar?: string;
  /** The fields of a message. */
  readonly fields?: Map<string, Field>;
}

/**
 * Finds fields in the text of a config.pbtxt that can be parsed, by the paths that findings have, such as
 * `instance_group[1].gpus[0]` or `parameters[NAME]`. A field that the text lacks is where the message is that lacks it.
 */
export function locator(text: string): (path: string) => Position | undefined {
  const root = new Reader(text).message('');
  const positionOf = positions(text);
  return (path) => {
    const offset = offsetOf(path, root);
    return offset === undefined ? undefined : positionOf(offset);
  };
}

/** Reads the text once into a tree of fields. */
class Reader {
  private readonly tokens: Token[] = [];
  private next = 0;

  constructor(text: string) {
    for (let offset = 0; offset < text.length; offset = TOKEN.lastIndex) {
      TOKEN.lastIndex = offset;
      const token = TOKEN.exec(text)?.[0] ?? '';
      if (!isBlank(token[0])) this.tokens.push({ text: token, offset });
    }
  }

  /** The fields up to the character that ends the message. */
  public message(end: string): Map<string, Field> {
    const fields = new Map<string, Field>();
    while (this.next < this.tokens.length && !this.accept(end)) {
      const { text: name, offset } = this.take();
      this.accept(':');
      const values = this.accept('[') ? this.list() : [{ ...this.value(), offset }];
      const field = fields.get(name) ?? { offset, values: [], byKey: new Map<string, Value>() };
      for (const each of values) addValue(field, each);
      fields.set(name, field);
      if (!this.accept(',')) this.accept(';');
    }
    return fields;
  }

  private list(): Value[] {
    const values: Value[] = [];
    while (this.next < this.tokens.length && !this.accept(']')) {
      values.push(this.value());
      this.accept(',');
    }
    return values;
  }

  private value(): Value {
    const { text, offset } = this.take();
    if (text === '{' || text === '<') return { offset, fields: this.message(text === '{' ? '}' : '>') };
    if (text === '-') return { offset, scalar: `-${this.take().text}` };
    let scalar = unquoted(text);
    // Strings one after the other are one string.
    while (/^["']/.test(text) && /^["']/.test(this.tokens[this.next]?.text ?? '')) scalar += unquoted(this.take().text);
    return { offset, scalar };
  }

  private take(): Token {
    return this.tokens[this.next++] ?? { text: '', offset: this.tokens.at(-1)?.offset ?? 0 };
  }

  private accept(text: string): boolean {
    const found = this.tokens[this.next]?.text === text;
    if (found) this.next++;
    return found;
  }
}

function addValue({ values, byKey }: Field, value: Value): void {
  values.push(value);
  const key = value.fields?.get('key')?.values[0].scalar;
  if (key !== undefined && !byKey.has(key)) byKey.set(key, value);
}

function unquoted(token: string): string {
  return /^["']/.test(token) ? token.slice(1, -1) : token;
}

/** The place of what the path names, or of the innermost part of it that the text has. */
function offsetOf(path: string, fields: Map<string, Field>): number | undefined {
  const [name = ''] = /^\w+/.exec(path) ?? [];
  const field = fields.get(name);
  if (!field) return undefined;
  const chosen = path.slice(name.length);
  const { value, rest } = valueOf(chosen, field);
  const inside = rest.startsWith('.') && value?.fields ? offsetOf(rest.slice(1), value.fields) : undefined;
  return inside ?? (chosen.startsWith('[') && value ? value.offset : field.offset);
}

/** The value that `[…]` chooses, a number in a list or a key in a map, and what follows it in the path. */
function valueOf(path: string, { values, byKey }: Field): { value?: Value; rest: string } {
  if (!path.startsWith('[')) return { value: values[0], rest: path };
  // A key may contain any character, so that the path cannot be cut without knowing it.
  for (
    let end = path.indexOf(']'), tries = 0;
    end >= 0 && tries < MOST_BRACKETS;
    end = path.indexOf(']', end + 1), tries++
  ) {
    const entry = byKey.get(path.slice(1, end));
    if (entry) {
      const content = entry.fields?.get('value')?.values[0].fields;
      return { value: { offset: entry.offset, fields: content }, rest: path.slice(end + 1) };
    }
  }
  const [whole, index] = /^\[(\d+)\]/.exec(path) ?? [''];
  return { value: values[Number(index)], rest: path.slice(whole.length) };
}
