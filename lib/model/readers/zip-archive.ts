import * as fs from 'fs';
import { inflateRawSync } from 'zlib';
import { requireWithin } from '../../findings/limits';

const END = 0x06054b50;
const END_SIZE = 22;
const MAX_COMMENT = 0xffff;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_LOCATOR_SIZE = 20;
const ZIP64_END = 0x06064b50;
const ENTRY = 0x02014b50;
const ENTRY_SIZE = 46;
const LOCAL_HEADER_SIZE = 30;
const ZIP64_EXTRA = 1;
const DEFERRED = 0xffffffff;

/** One member of an archive. */
export interface ZipMember {
  readonly name: string;
  readonly bytes: number;
}

interface Entry extends ZipMember {
  readonly method: number;
  readonly compressed: number;
  readonly offset: number;
}

/**
 * Reads single members of a zip archive of any size, zip64 included, without reading the others.
 *
 * There are libraries for this, but those that work synchronously read the whole archive first, and model files have
 * gigabytes.
 */
export class ZipArchive {
  /**
   * Opens an archive for the time of one function.
   *
   * @throws when the file is not a zip archive
   */
  public static use<T>(file: string, read: (archive: ZipArchive) => T): T {
    const descriptor = fs.openSync(file, 'r');
    try {
      return read(new ZipArchive(file, descriptor, fs.fstatSync(descriptor).size));
    } finally {
      fs.closeSync(descriptor);
    }
  }

  private readonly entries: Entry[];

  private constructor(
    private readonly file: string,
    private readonly descriptor: number,
    private readonly size: number,
  ) {
    this.entries = this.readDirectory();
  }

  /** All members, in the archive's order. */
  public get members(): ZipMember[] {
    return this.entries;
  }

  /** The content of a member; undefined when there is none of that name. */
  public read(name: string): Buffer | undefined {
    const entry = this.entries.find((each) => each.name === name);
    if (!entry) return undefined;
    requireWithin('zipMemberBytes', Math.max(entry.bytes, entry.compressed), `${name} of ${this.file}`);
    // The local header may have other lengths than the directory.
    const header = this.bytes(entry.offset, LOCAL_HEADER_SIZE);
    const start = entry.offset + LOCAL_HEADER_SIZE + header.readUInt16LE(26) + header.readUInt16LE(28);
    const data = this.bytes(start, entry.compressed);
    if (entry.method === 0) return data;
    if (entry.method !== 8) throw new Error(`${name} is compressed with method ${entry.method}`);
    return inflateRawSync(data, { maxOutputLength: Math.max(entry.bytes, 1) });
  }

  private readDirectory(): Entry[] {
    const { offset, length, count } = this.findDirectory();
    requireWithin('zipDirectoryBytes', length, `the list of members of ${this.file}`);
    const directory = this.bytes(offset, length);
    const entries: Entry[] = [];
    for (let at = 0; entries.length < count;) {
      if (directory.readUInt32LE(at) !== ENTRY) throw new Error('the directory of the archive is damaged');
      const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field));
      const name = directory.toString('utf8', at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength);
      const extra = directory.subarray(at + ENTRY_SIZE + nameLength, at + ENTRY_SIZE + nameLength + extraLength);
      const [bytes, compressed, start] = withZip64(
        [24, 20, 42].map((field) => directory.readUInt32LE(at + field)),
        extra,
      );
      entries.push({ name, method: directory.readUInt16LE(at + 10), bytes, compressed, offset: start });
      at += ENTRY_SIZE + nameLength + extraLength + commentLength;
    }
    return entries;
  }

  private findDirectory(): { offset: number; length: number; count: number } {
    const tailStart = Math.max(0, this.size - END_SIZE - MAX_COMMENT);
    const tail = this.bytes(tailStart, this.size - tailStart);
    for (let at = tail.length - END_SIZE; at >= 0; at--) {
      if (tail.readUInt32LE(at) !== END) continue;
      const locator = at >= ZIP64_LOCATOR_SIZE ? tail.subarray(at - ZIP64_LOCATOR_SIZE, at) : undefined;
      if (locator?.readUInt32LE(0) === ZIP64_LOCATOR)
        return this.findZip64Directory(Number(locator.readBigUInt64LE(8)));
      return {
        count: tail.readUInt16LE(at + 10),
        length: tail.readUInt32LE(at + 12),
        offset: tail.readUInt32LE(at + 16),
      };
    }
    throw new Error('it is not a zip archive');
  }

  private findZip64Directory(at: number): { offset: number; length: number; count: number } {
    const end = this.bytes(at, 56);
    if (end.readUInt32LE(0) !== ZIP64_END) throw new Error('the directory of the archive is damaged');
    const [count, length, offset] = [32, 40, 48].map((field) => Number(end.readBigUInt64LE(field)));
    return { count, length, offset };
  }

  private bytes(offset: number, length: number): Buffer {
    if (offset < 0 || offset + length > this.size) throw new Error('the archive is truncated');
    const buffer = Buffer.alloc(length);
    fs.readSync(this.descriptor, buffer, 0, length, offset);
    return buffer;
  }
}

/** Numbers that do not fit 32 bits stand, in this order, in an extra field. */
function withZip64(numbers: number[], extra: Buffer): number[] {
  if (!numbers.includes(DEFERRED)) return numbers;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64_EXTRA) continue;
    let next = at + 4;
    return numbers.map((number) => {
      if (number !== DEFERRED) return number;
      next += 8;
      return Number(extra.readBigUInt64LE(next - 8));
    });
  }
  return numbers;
}
