import * as fs from 'fs';
import { mostOf, OverLimit, requireWithin } from '../../findings/limits';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

/** Large enough for the tag and the length or number of any field. */
const MAX_HEADER = 20;
const CHUNK = 64 * 1024;

/** Where a field's content lies in the file. */
export interface WireField {
  readonly number: number;
  /** Begin of the content of a length-delimited field. */
  readonly start: number;
  /** Begin of the next field. */
  readonly end: number;
  /** The value of a number field. */
  readonly value?: bigint;
}

/**
 * Walks the fields of protobuf messages in a file without reading their content, since weights have gigabytes.
 */
export class WireFile {
  /** Opens a file for the time of one function. */
  public static use<T>(file: string, read: (wireFile: WireFile) => T): T {
    const descriptor = fs.openSync(file, 'r');
    try {
      return read(new WireFile(file, descriptor, fs.fstatSync(descriptor).size));
    } finally {
      fs.closeSync(descriptor);
    }
  }

  private fieldCount = 0;
  private chunk = Buffer.alloc(0);
  private chunkStart = 0;

  private constructor(
    private readonly file: string,
    private readonly descriptor: number,
    /** The size of the file. */
    public readonly size: number,
  ) {}

  /**
   * The fields of the message that lies between two positions.
   *
   * @throws when the bytes are not a protobuf message
   */
  public *fields({ start, end }: { start: number; end: number }): Iterable<WireField> {
    const most = mostOf('onnxFields');
    for (let at = start; at < end;) {
      if (++this.fieldCount > most) throw new OverLimit(this.file, 'onnxFields');
      const reader = new BinaryReader(this.bytes(at, Math.min(at + MAX_HEADER, end)));
      const [number, type] = reader.tag();
      let value: bigint | undefined;
      let length = 0;
      if (type === WireType.Varint) value = BigInt(reader.uint64());
      else if (type === WireType.LengthDelimited) length = reader.uint32();
      else if (type === WireType.Bit64) length = 8;
      else if (type === WireType.Bit32) length = 4;
      else throw new Error(`unexpected wire type ${type} at byte ${at}`);
      const content = at + reader.pos;
      at = content + length;
      if (at > end) throw new Error(`the field at byte ${content} is truncated`);
      yield { number, start: content, end: at, value };
    }
  }

  /** A field's content as text. */
  public text({ start, end }: WireField): string {
    requireWithin('onnxTextBytes', end - start, `a name in ${this.file}`);
    return Buffer.from(this.bytes(start, end)).toString('utf8');
  }

  private bytes(start: number, end: number): Uint8Array {
    if (start < this.chunkStart || end > this.chunkStart + this.chunk.length) {
      const buffer = Buffer.alloc(Math.max(CHUNK, end - start));
      const read = fs.readSync(this.descriptor, buffer, 0, buffer.length, start);
      this.chunk = buffer.subarray(0, read);
      this.chunkStart = start;
    }
    return this.chunk.subarray(start - this.chunkStart, end - this.chunkStart);
  }
}
