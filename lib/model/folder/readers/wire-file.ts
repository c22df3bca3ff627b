import * as fs from 'fs';
import { limitOf, LimitExceededError, requireCountWithin, requireWithin } from '../../../findings/limits';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { withRegularFile } from '../../../files/regular-file';

/** Maximum size of the tag of a field and the length or number that follows. */
const MAX_HEADER_BYTES = 20;
const CHUNK_BYTES = 64 * 1024;

/** A field of a protobuf message, and its position in the file. */
export interface WireField {
  readonly number: number;
  /** Start of the content of a length-delimited field. */
  readonly start: number;
  /** Start of the next field. */
  readonly end: number;
  /** Value of a numeric field. */
  readonly value?: bigint;
}

/**
 * Iterates over the fields of protobuf messages in a file. The content of fields is not read, because weights can have a size of several
 * gigabytes.
 */
export class WireFile {
  /** Opens a file, and closes it after the function returns. */
  public static use<T>(file: string, read: (wireFile: WireFile) => T): T {
    return withRegularFile(file, { maximumBytes: Infinity }, (descriptor, size) =>
      read(new WireFile(file, descriptor, size)),
    );
  }

  private fieldCount = 0;
  private contentBytes = 0;
  private chunk = Buffer.alloc(0);
  private chunkStart = 0;

  private constructor(
    private readonly file: string,
    private readonly descriptor: number,
    /** Size of the file. */
    public readonly size: number,
  ) {}

  /**
   * The fields of the message between two positions.
   *
   * @throws if the bytes are not a protobuf message
   */
  public *fields({ start, end }: { start: number; end: number }): Iterable<WireField> {
    const maximum = limitOf('onnxFields');
    for (let position = start; position < end;) {
      if (++this.fieldCount > maximum) throw new LimitExceededError(this.file, 'onnxFields');
      const reader = new BinaryReader(this.bytes(position, Math.min(position + MAX_HEADER_BYTES, end)));
      const [number, type] = reader.tag();
      let value: bigint | undefined;
      let length = 0;
      if (type === WireType.Varint) value = BigInt(reader.uint64());
      else if (type === WireType.LengthDelimited) length = reader.uint32();
      else if (type === WireType.Bit64) length = 8;
      else if (type === WireType.Bit32) length = 4;
      else throw new Error(`unexpected wire type ${type} at byte ${position}`);
      const content = position + reader.pos;
      position = content + length;
      if (position > end) throw new Error(`the field at byte ${content} is truncated`);
      yield { number, start: content, end: position, value };
    }
  }

  /** Content of a field as text. */
  public text(field: WireField): string {
    return this.content(field).toString('utf8');
  }

  /** Content of a short field. */
  public content({ start, end }: WireField): Buffer {
    requireWithin('onnxTextBytes', end - start, `a name in ${this.file}`);
    requireCountWithin('onnxNamesBytes', (this.contentBytes += end - start), this.file);
    return Buffer.from(this.bytes(start, end));
  }

  private bytes(start: number, end: number): Uint8Array {
    if (start < this.chunkStart || end > this.chunkStart + this.chunk.length) {
      const buffer = Buffer.alloc(Math.max(CHUNK_BYTES, end - start));
      const bytesRead = fs.readSync(this.descriptor, buffer, 0, buffer.length, start);
      this.chunk = buffer.subarray(0, bytesRead);
      this.chunkStart = start;
    }
    return this.chunk.subarray(start - this.chunkStart, end - this.chunkStart);
  }
}
