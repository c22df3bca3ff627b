import { StringDecoder } from 'string_decoder';

/** What is kept of the beginning of a log, and at least of its end. */
const KEPT_CHARACTERS = 4 * 1024 * 1024;

/** The log of a server, whatever its model prints: of a long one the beginning, which says why it did not start, and the end. */
export class BoundedLog {
  private head = '';
  /** Two generations of the end: when the newer one is full, the older one is dropped. */
  private older = '';
  private newer = '';
  private readonly decoder = new StringDecoder('utf8');
  private written = 0;

  public add(chunk: Buffer): void {
    const text = this.decoder.write(chunk);
    this.written += text.length;
    const room = KEPT_CHARACTERS - this.head.length;
    this.head += text.slice(0, room);
    this.newer += text.slice(room);
    if (this.newer.length <= KEPT_CHARACTERS) return;
    this.older = this.newer;
    this.newer = '';
  }

  /** Characters that were written. */
  public get length(): number {
    return this.written;
  }

  /** What was written since a length, without what was not kept. */
  public since(length: number): string {
    const tail = this.older + this.newer;
    const leftOut = this.written - this.head.length - tail.length;
    const gap = leftOut > 0 ? [`\n… ${leftOut} characters of the log are left out …\n`] : [];
    const head = this.head.slice(length);
    const begin = this.head.length + leftOut;
    return [head, ...(length < begin ? gap : []), tail.slice(Math.max(0, length - begin))].join('');
  }
}
