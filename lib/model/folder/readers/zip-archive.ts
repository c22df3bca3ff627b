import * as fs from 'fs';
import { inflateRawSync } from 'zlib';
import { requireWithin } from '../../../findings/limits';
import { withRegularFile } from '../../../files/regular-file';

/** Signatures and sizes of the structures in a zip archive. */
const END_SIGNATURE = 0x06054b50;
const END_SIZE = 22;
const MAX_COMMENT_SIZE = 0xffff;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_LOCATOR_SIZE = 20;
const ZIP64_END_SIGNATURE = 0x06064b50;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_SIZE = 46;
const LOCAL_HEADER_SIZE = 30;
const ZIP64_EXTRA_ID = 1;
/** Value of a 32-bit field whose actual number is in the zip64 extra field. */
const IN_ZIP64_EXTRA = 0xffffffff;

/** A member of an archive. */
export interface ZipMember {
  readonly name: string;
  readonly bytes: number;
}

/** An entry of the archive's directory. */
interface Entry extends ZipMember {
  readonly method: number;
  /** Size of the compressed data. */
  readonly compressedBytes: number;
  readonly offset: number;
}

/**
 * Reads individual members of a zip archive of any size, including zip64.
 *
 * Synchronous libraries read the complete archive into memory, but model files can have several gigabytes.
 */
export class ZipArchive {
  /**
   * Opens an archive, and closes it after the function returns.
   *
   * @throws if the file is not a zip archive
   */
  public static use<T>(file: string, read: (archive: ZipArchive) => T): T {
    return withRegularFile(file, { maximumBytes: Infinity }, (descriptor, size) =>
      read(new ZipArchive(file, descriptor, size)),
    );
  }

  private readonly entries: Entry[];
  /** The first entry of each name. */
  private readonly entriesByName = new Map<string, Entry>();

  private constructor(
    private readonly file: string,
    private readonly descriptor: number,
    private readonly size: number,
  ) {
    this.entries = this.readDirectory();
    for (const entry of this.entries)
      if (!this.entriesByName.has(entry.name)) this.entriesByName.set(entry.name, entry);
  }

  /** All members in the order of the archive. */
  public get members(): ZipMember[] {
    return this.entries;
  }

  /** Reads the content of a member. Undefined if there is no member with this name. */
  public read(name: string): Buffer | undefined {
    const entry = this.entriesByName.get(name);
    if (!entry) return undefined;
    requireWithin('zipMemberBytes', Math.max(entry.bytes, entry.compressedBytes), `${name} of ${this.file}`);
    // The lengths in the local header can differ from the lengths in the directory.
    const header = this.bytes(entry.offset, LOCAL_HEADER_SIZE);
    const start = entry.offset + LOCAL_HEADER_SIZE + header.readUInt16LE(26) + header.readUInt16LE(28);
    const data = this.bytes(start, entry.compressedBytes);
    if (entry.method === 0) return data;
    if (entry.method !== 8) throw new Error(`${name} is compressed with method ${entry.method}`);
    return inflateRawSync(data, { maxOutputLength: Math.max(entry.bytes, 1) });
  }

  private readDirectory(): Entry[] {
    const { offset: directoryStart, length, count } = this.findDirectory();
    requireWithin('zipDirectoryBytes', length, `the list of members of ${this.file}`);
    const directory = this.bytes(directoryStart, length);
    const entries: Entry[] = [];
    for (let start = 0; entries.length < count;) {
      if (directory.readUInt32LE(start) !== ENTRY_SIGNATURE) throw new Error('the directory of the archive is damaged');
      const [nameLength, extraLength, commentLength] = [28, 30, 32].map((fieldOffset) =>
        directory.readUInt16LE(start + fieldOffset),
      );
      const nameEnd = start + ENTRY_SIZE + nameLength;
      const name = directory.toString('utf8', start + ENTRY_SIZE, nameEnd);
      const extra = directory.subarray(nameEnd, nameEnd + extraLength);
      const [bytes, compressedBytes, offset] = resolveZip64(
        [24, 20, 42].map((fieldOffset) => directory.readUInt32LE(start + fieldOffset)),
        extra,
      );
      entries.push({ name, method: directory.readUInt16LE(start + 10), bytes, compressedBytes, offset });
      start = nameEnd + extraLength + commentLength;
    }
    return entries;
  }

  private findDirectory(): { offset: number; length: number; count: number } {
    const tailStart = Math.max(0, this.size - END_SIZE - MAX_COMMENT_SIZE);
    const tail = this.bytes(tailStart, this.size - tailStart);
    for (let end = tail.length - END_SIZE; end >= 0; end--) {
      if (tail.readUInt32LE(end) !== END_SIGNATURE) continue;
      const locator = end >= ZIP64_LOCATOR_SIZE ? tail.subarray(end - ZIP64_LOCATOR_SIZE, end) : undefined;
      if (locator?.readUInt32LE(0) === ZIP64_LOCATOR_SIGNATURE)
        return this.findZip64Directory(Number(locator.readBigUInt64LE(8)));
      return {
        count: tail.readUInt16LE(end + 10),
        length: tail.readUInt32LE(end + 12),
        offset: tail.readUInt32LE(end + 16),
      };
    }
    throw new Error('it is not a zip archive');
  }

  private findZip64Directory(position: number): { offset: number; length: number; count: number } {
    const end = this.bytes(position, 56);
    if (end.readUInt32LE(0) !== ZIP64_END_SIGNATURE) throw new Error('the directory of the archive is damaged');
    const [count, length, offset] = [32, 40, 48].map((fieldOffset) => Number(end.readBigUInt64LE(fieldOffset)));
    return { count, length, offset };
  }

  private bytes(offset: number, length: number): Buffer {
    if (offset < 0 || offset + length > this.size) throw new Error('the archive is truncated');
    const buffer = Buffer.alloc(length);
    fs.readSync(this.descriptor, buffer, 0, length, offset);
    return buffer;
  }
}

/** Replaces the numbers that do not fit into 32 bits. The zip64 extra field contains only these numbers, in the same order. */
function resolveZip64(numbers: number[], extra: Buffer): number[] {
  if (!numbers.includes(IN_ZIP64_EXTRA)) return numbers;
  for (let start = 0; start + 4 <= extra.length; start += 4 + extra.readUInt16LE(start + 2)) {
    if (extra.readUInt16LE(start) !== ZIP64_EXTRA_ID) continue;
    let next = start + 4;
    return numbers.map((number) => {
      if (number !== IN_ZIP64_EXTRA) return number;
      next += 8;
      return Number(extra.readBigUInt64LE(next - 8));
    });
  }
  return numbers;
}
