/** Maximum length of a line. The rest of a longer line is not searched. */
const MAX_LINE_BYTES = 10_000;
/** Maximum size of a block of lines. */
const MAX_BLOCK_BYTES = 16 * 1024 * 1024;
/** Bytes of memory that each line requires in addition to its text. */
const LINE_OVERHEAD = 100;
/** Maximum number of lines, because even empty lines take time to read. */
const MAX_LINES = 10_000_000;

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

/** Consecutive lines of the log. */
export interface LogPart {
  readonly lines: string[];
  readonly firstLineNumber: number;
}

/**
 * Keeps the first and the last lines of a log, in limited memory. The error that causes other errors is near the beginning of a log, and the
 * error that ended the server is near its end.
 */
export class KeptLines {
  /** Number of all lines, including dropped lines. */
  public count = 0;
  private readonly head = new Block();
  /** The last lines are in two blocks. When the newer block is full, the older block is dropped. */
  private older = new Block();
  private newer = new Block();
  /** The beginning of the current line, whose end has not been read yet. */
  private incompleteLine?: Buffer;

  /** Adds the next bytes of the log. Returns false when the maximum number of lines is reached. */
  public add(chunk: Buffer): boolean {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.addLine(this.withIncompleteLine(chunk.subarray(start, end)));
      this.incompleteLine = undefined;
      start = end + 1;
      if (this.count >= MAX_LINES) return false;
    }
    // The rest is copied, so that the memory of the whole chunk can be released.
    if (start < chunk.length) this.incompleteLine = Buffer.from(this.withIncompleteLine(chunk.subarray(start)));
    return true;
  }

  /** The kept lines in their original order: one part if no lines were dropped, otherwise two. */
  public parts(): LogPart[] {
    if (this.incompleteLine) this.addLine(this.incompleteLine);
    this.incompleteLine = undefined;
    const head = { lines: this.head.lines, firstLineNumber: 1 };
    const tail = [...this.older.lines, ...this.newer.lines];
    if (tail.length + head.lines.length === this.count) return [{ ...head, lines: [...head.lines, ...tail] }];
    return [head, { lines: tail, firstLineNumber: this.count - tail.length + 1 }];
  }

  private withIncompleteLine(piece: Buffer): Buffer {
    const beginning = piece.subarray(0, MAX_LINE_BYTES - (this.incompleteLine?.length ?? 0));
    return this.incompleteLine ? Buffer.concat([this.incompleteLine, beginning]) : beginning;
  }

  private addLine(bytes: Buffer): void {
    const line = bytes.toString('utf8', 0, bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length);
    this.count += 1;
    if (this.count === this.head.lines.length + 1 && this.head.add(line)) return;
    if (this.newer.add(line)) return;
    [this.older, this.newer] = [this.newer, new Block()];
    this.newer.add(line);
  }
}

/** A list of lines with a maximum size. */
class Block {
  public readonly lines: string[] = [];
  private bytes = 0;

  /** Adds a line. Returns false if the line does not fit. */
  public add(line: string): boolean {
    const bytes = line.length + LINE_OVERHEAD;
    if (this.bytes + bytes > MAX_BLOCK_BYTES) return false;
    this.bytes += bytes;
    this.lines.push(line);
    return true;
  }
}
