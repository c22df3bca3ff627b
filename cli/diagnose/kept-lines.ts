/** What is kept of a line: `diagnose` searches no more of it. */
const LINE_BYTES = 10_000;
/** What the first lines, and each generation of the last lines, may take. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** A short line takes this much memory, too. */
const LINE_OVERHEAD = 100;
/** A source of empty lines takes seconds for more of them. */
const MAXIMUM_LINES = 10_000_000;

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

/** Lines that follow one another. */
export interface Part {
  readonly lines: string[];
  readonly firstLineNumber: number;
}

/**
 * The first and the last lines of a log of any length, in bounded memory. The error that causes the others is near the beginning of a log,
 * and the error that ended the server near its end.
 */
export class KeptLines {
  public count = 0;
  private readonly head = new Generation();
  /** The last lines: when the newer generation is full, the older one is dropped. */
  private older = new Generation();
  private newer = new Generation();
  /** The beginning of a line whose end has not arrived. */
  private unfinished?: Buffer;

  /** @returns whether more lines are accepted */
  public add(chunk: Buffer): boolean {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.addLine(this.withUnfinished(chunk.subarray(from, end)));
      this.unfinished = undefined;
      from = end + 1;
      if (this.count >= MAXIMUM_LINES) return false;
    }
    // A copy, which does not keep the whole chunk.
    if (from < chunk.length) this.unfinished = Buffer.from(this.withUnfinished(chunk.subarray(from)));
    return true;
  }

  /** The lines that are kept, in their order: one part where nothing is left out. */
  public parts(): Part[] {
    if (this.unfinished) this.addLine(this.unfinished);
    this.unfinished = undefined;
    const head = { lines: this.head.lines, firstLineNumber: 1 };
    const tail = [...this.older.lines, ...this.newer.lines];
    if (tail.length + head.lines.length === this.count) return [{ ...head, lines: [...head.lines, ...tail] }];
    return [head, { lines: tail, firstLineNumber: this.count - tail.length + 1 }];
  }

  private withUnfinished(piece: Buffer): Buffer {
    const beginning = piece.subarray(0, LINE_BYTES - (this.unfinished?.length ?? 0));
    return this.unfinished ? Buffer.concat([this.unfinished, beginning]) : beginning;
  }

  private addLine(bytes: Buffer): void {
    const line = bytes.toString('utf8', 0, bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length);
    this.count += 1;
    if (this.count === this.head.lines.length + 1 && this.head.add(line)) return;
    if (this.newer.add(line)) return;
    [this.older, this.newer] = [this.newer, new Generation()];
    this.newer.add(line);
  }
}

/** Lines up to a size. */
class Generation {
  public readonly lines: string[] = [];
  private bytes = 0;

  /** @returns false if the line does not fit */
  public add(line: string): boolean {
    const bytes = line.length + LINE_OVERHEAD;
    if (this.bytes + bytes > KEPT_BYTES) return false;
    this.bytes += bytes;
    this.lines.push(line);
    return true;
  }
}
