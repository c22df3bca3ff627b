import { isUtf8 } from 'buffer';

/** More levels than any response of Triton has. Each level of an array is a dimension of a tensor. */
const MAX_DEPTH = 100;

/**
 * More objects than any response of Triton has: two for each output. V8 can reserve 4000 bytes for an object with 10 bytes of JSON, if its name
 * is a number.
 */
const MAX_OBJECTS = 10_000;

/** V8 reserves memory for this number of elements when the first element is added to an array. */
const RESERVED_ELEMENTS = 17;

const WHITESPACE = /[ \t\n\r]*/y;
const SCALAR = /true|false|null|-?(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|NaN|Inf(?:inity)?)/y;
const FRACTION = /[.eE]/;
const CONSTANTS = new Map<string, boolean | number | null>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', NaN],
  ['-NaN', NaN],
]);

/**
 * Parses JSON that can contain NaN, Infinity and -Infinity, which Triton writes. Integers above 2^53 are bigints. JSON.parse can neither return
 * these numbers nor detect duplicate names, and requires 100 bytes of memory for each bracket of deeply nested JSON.
 *
 * @throws SyntaxError with a message that contains no part of the bytes
 */
export function parseTritonJson(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) throw new SyntaxError('not UTF-8');
  return new Parser(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')).parse();
}

class Parser {
  private position = 0;
  private objects = 0;

  constructor(private readonly json: string) {}

  public parse(): unknown {
    const value = this.parseValue(0, false);
    if (this.next() !== '') throw notJson();
    return value;
  }

  private parseValue(depth: number, isInParameters: boolean): unknown {
    const character = this.next();
    if (character === '{') return this.parseObject(depth + 1, isInParameters);
    if (character === '[') return this.parseArray(depth + 1, isInParameters);
    return character === '"' ? this.parseString() : this.parseScalar();
  }

  /**
   * The parameters of a response can have duplicate names: Triton adds sequence_id, sequence_start and sequence_end once for each output of an
   * ensemble (triton-inference-server/core, ensemble_scheduler.cc). No tensor depends on them, unlike on the parameters of an output. The last
   * value is returned. Elsewhere, duplicate names are an error, because other parsers can use the first value.
   */
  private parseObject(depth: number, isInParameters: boolean): object {
    if (++this.objects > MAX_OBJECTS) throw new SyntaxError(`JSON with more than ${MAX_OBJECTS} objects`);
    const object = {};
    this.parseItems('}', depth, () => {
      if (this.next() !== '"') throw notJson();
      const name = this.parseString();
      if (!isInParameters && Object.hasOwn(object, name))
        throw new SyntaxError('JSON with an object that has a name more than once');
      if (this.next() !== ':') throw notJson();
      this.position++;
      const value = this.parseValue(depth, isInParameters || (depth === 1 && name === 'parameters'));
      if (name === '__proto__')
        Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
      else (object as Record<string, unknown>)[name] = value;
    });
    return object;
  }

  private parseArray(depth: number, isInParameters: boolean): unknown[] {
    const array: unknown[] = [];
    this.parseItems(']', depth, () => array.push(this.parseValue(depth, isInParameters)));
    // The copy has no reserved memory.
    return array.length < RESERVED_ELEMENTS ? array.slice() : array;
  }

  private parseItems(end: string, depth: number, parseItem: () => void): void {
    if (depth > MAX_DEPTH) throw new SyntaxError(`JSON with more than ${MAX_DEPTH} levels`);
    this.position++;
    if (this.next() !== end) {
      parseItem();
      while (this.next() === ',') {
        this.position++;
        parseItem();
      }
      if (this.next() !== end) throw notJson();
    }
    this.position++;
  }

  private parseString(): string {
    const start = this.position;
    let end = start;
    let backslashes: number;
    do {
      end = this.json.indexOf('"', end + 1);
      if (end < 0) throw notJson();
      for (backslashes = 0; this.json[end - 1 - backslashes] === '\\';) backslashes++;
    } while (backslashes % 2 === 1);
    this.position = end + 1;
    try {
      return JSON.parse(this.json.slice(start, this.position)) as string;
    } catch {
      throw notJson();
    }
  }

  private parseScalar(): boolean | number | bigint | null {
    SCALAR.lastIndex = this.position;
    const text = SCALAR.exec(this.json)?.[0];
    if (text === undefined) throw notJson();
    this.position = SCALAR.lastIndex;
    const constant = CONSTANTS.get(text);
    if (constant !== undefined) return constant;
    if (text.includes('I')) return text.startsWith('-') ? -Infinity : Infinity;
    const number = Number(text);
    if (!Number.isFinite(number)) throw new SyntaxError('JSON with a number beyond the range of FP64');
    return Number.isInteger(number) && !Number.isSafeInteger(number) && !FRACTION.test(text) ? BigInt(text) : number;
  }

  /** Skips whitespace, and returns the next character. */
  private next(): string {
    const character = this.json.charAt(this.position);
    if (character > ' ' || character === '') return character;
    WHITESPACE.lastIndex = this.position;
    WHITESPACE.test(this.json);
    this.position = WHITESPACE.lastIndex;
    return this.json.charAt(this.position);
  }
}

function notJson(): SyntaxError {
  return new SyntaxError('truncated, or not JSON');
}
