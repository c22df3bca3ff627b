import { StringDecoder } from 'string_decoder';

/** Number of characters that are kept from the beginning of a log. From its end, at least as many are kept. */
const KEPT_CHARACTERS = 4 * 1024 * 1024;

/** The log of a server, in limited memory. Keeps the beginning of a long log, which explains why the server did not start, and the end. */
export class BoundedLog {
  private head = '';
  /** The end is in two blocks. When the newer block is full, the older block is dropped. */
  private older = '';
  private newer = '';
  private readonly decoder = new StringDecoder('utf8');
  private writtenLength = 0;

  public add(chunk: Buffer): void {
    const text = this.decoder.write(chunk);
    this.writtenLength += text.length;
    const freeHeadLength = KEPT_CHARACTERS - this.head.length;
    this.head += text.slice(0, freeHeadLength);
    this.newer += text.slice(freeHeadLength);
    if (this.newer.length <= KEPT_CHARACTERS) return;
    this.older = this.newer;
    this.newer = '';
  }

  /** Number of characters that were written, including dropped characters. */
  public get length(): number {
    return this.writtenLength;
  }

  /** The kept text that was added after the log had this length. */
  public textSince(length: number): string {
    const tail = this.older + this.newer;
    const omitted = this.writtenLength - this.head.length - tail.length;
    const gap = omitted > 0 ? [`\n… ${omitted} characters of the log are left out …\n`] : [];
    const head = this.head.slice(length);
    const tailStart = this.head.length + omitted;
    return [head, ...(length < tailStart ? gap : []), tail.slice(Math.max(0, length - tailStart))].join('');
  }
}
