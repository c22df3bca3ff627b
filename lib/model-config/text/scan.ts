/** A position in a text. Lines and columns are numbered from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A token of the text format, with its offsets in the text. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A field: the offset of the first occurrence of its name, and the values of all occurrences. */
export interface ScannedField {
  readonly offset: number;
  readonly values: ScannedValue[];
  /** Entries of a map, by key. */
  readonly byKey: Map<string, ScannedValue>;
}

/** A value of a field. */
export interface ScannedValue {
  /** Offset of the element in a list, otherwise of the field's name. */
  readonly offset: number;
  /** Scalar value, without the quotes of a string. */
  readonly scalar?: string;
  /** Fields of a message. */
  readonly fields?: Map<string, ScannedField>;
}

/** Matches a token, white space or a comment. Invalid text also matches, because the parser checks the syntax. */
const TOKEN =
  /[ \t\r\n\v\f]+|#[^\n]*|"(?:[^"\\\n]|\\[^\n])*"?|'(?:[^'\\\n]|\\[^\n])*'?|[.\d][\w.+-]*|[A-Za-z_]\w*|[^]/y;
const BLANK = /[ \t\r\n\v\f#]/;
const STRING = /^["']/;

/** The parser rejects messages that are nested more deeply. */
const MAX_DEPTH = 100;

/**
 * The tokens of a config.pbtxt with their positions, which the parser does not provide. The text is scanned only once, and only up to the last
 * token that a caller reads.
 */
export class TextScan {
  private readonly tokens: Token[] = [];
  private lineStarts?: number[];

  constructor(private readonly text: string) {}

  /** Returns a token by its index. Undefined after the last token. */
  public token(index: number): Token | undefined {
    for (let start = this.tokens.at(-1)?.end ?? 0; this.tokens.length <= index && start < this.text.length;) {
      TOKEN.lastIndex = start;
      const text = TOKEN.exec(this.text)?.[0] ?? '';
      const end = start + text.length;
      if (!BLANK.test(text[0])) this.tokens.push({ text, start, end });
      start = end;
    }
    return this.tokens[index];
  }

  /** Returns the position of a character. */
  public positionOf(offset: number): Position {
    const { lineStarts = this.findLineStarts() } = this;
    let [low, high] = [0, lineStarts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (lineStarts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - lineStarts[low] + 1 };
  }

  /** Returns the fields of the configuration. */
  public fields(): Map<string, ScannedField> {
    return new FieldReader(this).readMessage('', 0);
  }

  /** Returns the offset after the field whose name is the token at `index`, including its value and a separator. */
  public fieldEnd(index: number): number {
    const reader = new FieldReader(this, index);
    reader.readField(new Map(), 0);
    return this.token(reader.nextIndex - 1)?.end ?? this.text.length;
  }

  private findLineStarts(): number[] {
    const starts = [0];
    for (let end = this.text.indexOf('\n'); end >= 0; end = this.text.indexOf('\n', end + 1)) starts.push(end + 1);
    this.lineStarts = starts;
    return starts;
  }
}

/** Reads fields from the tokens, without checking the syntax. */
class FieldReader {
  constructor(
    private readonly scan: TextScan,
    public nextIndex = 0,
  ) {}

  /** Reads the fields up to the token that ends the message. */
  public readMessage(end: string, depth: number): Map<string, ScannedField> {
    const fields = new Map<string, ScannedField>();
    while (this.peek() !== undefined && !this.accept(end)) this.readField(fields, depth);
    return fields;
  }

  /** Reads one field, with its value and separator, and adds the field to `fields`. */
  public readField(fields: Map<string, ScannedField>, depth: number): void {
    const { text: name, start: offset } = this.take();
    this.accept(':');
    const values = this.accept('[') ? this.readList(depth) : [{ ...this.readValue(depth), offset }];
    const field = fields.get(name) ?? { offset, values: [], byKey: new Map<string, ScannedValue>() };
    for (const value of values) {
      field.values.push(value);
      const key = value.fields?.get('key')?.values[0].scalar;
      if (key !== undefined && !field.byKey.has(key)) field.byKey.set(key, value);
    }
    fields.set(name, field);
    if (!this.accept(',')) this.accept(';');
  }

  private readList(depth: number): ScannedValue[] {
    const values: ScannedValue[] = [];
    while (this.peek() !== undefined && !this.accept(']')) {
      values.push(this.readValue(depth));
      this.accept(',');
    }
    return values;
  }

  private readValue(depth: number): ScannedValue {
    const { text, start: offset } = this.take();
    if ((text === '{' || text === '<') && depth < MAX_DEPTH) {
      return { offset, fields: this.readMessage(text === '{' ? '}' : '>', depth + 1) };
    }
    if (text === '-') return { offset, scalar: `-${this.take().text}` };
    let scalar = withoutQuotes(text);
    // Adjacent strings are concatenated.
    while (STRING.test(text) && STRING.test(this.peek() ?? '')) scalar += withoutQuotes(this.take().text);
    return { offset, scalar };
  }

  /** The text of the next token. */
  private peek(): string | undefined {
    return this.scan.token(this.nextIndex)?.text;
  }

  /** Returns the next token, and advances. */
  private take(): Token {
    return this.scan.token(this.nextIndex++) ?? { text: '', start: 0, end: 0 };
  }

  /** Advances if the next token has this text. */
  private accept(text: string): boolean {
    const isMatch = this.peek() === text;
    if (isMatch) this.nextIndex++;
    return isMatch;
  }
}

function withoutQuotes(token: string): string {
  return STRING.test(token) ? token.slice(1, -1) : token;
}
