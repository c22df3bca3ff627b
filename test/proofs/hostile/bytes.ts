import { deflateRawSync, gzipSync } from 'node:zlib';

/** Writers of binary formats (protobuf, zip, tar, gzip) whose output may be invalid on purpose. */

/** A number as a protobuf varint. */
export function varint(value: bigint | number): Buffer {
  const bytes: number[] = [];
  let remainingBits = BigInt.asUintN(64, BigInt(value));
  do {
    bytes.push(Number(remainingBits & 0x7fn) | (remainingBits > 0x7fn ? 0x80 : 0));
    remainingBits >>= 7n;
  } while (remainingBits > 0n);
  return Buffer.from(bytes);
}

/**
 * A protobuf field. Its value is a number, or bytes with a preceding length.
 *
 * @param length a length to declare instead of the actual length
 */
export function field(number: number, value: bigint | number | Buffer | string, length?: bigint | number): Buffer {
  if (typeof value === 'number' || typeof value === 'bigint')
    return Buffer.concat([varint(number << 3), varint(value)]);
  const bytes = Buffer.from(value);
  return Buffer.concat([varint((number << 3) | 2), varint(length ?? bytes.length), bytes]);
}

export interface ZipEntry {
  readonly name: string | Buffer;
  readonly content?: Buffer | string;
  /** The stored bytes, instead of the compressed content. */
  readonly raw?: Buffer;
  readonly method?: number;
  /** A declared size of the decompressed content, instead of the actual size. */
  readonly claimedBytes?: number;
  readonly claimedCompressed?: number;
  readonly claimedOffset?: number;
  readonly extra?: Buffer;
}

/** Values to declare at the end of an archive instead of the actual values. */
export interface DeclaredZipValues {
  readonly count?: number;
  readonly directoryBytes?: number;
  readonly directoryOffset?: number;
  /** Bytes between the directory and the end record, such as a zip64 locator. */
  readonly beforeEnd?: (directoryOffset: number, directoryBytes: number) => Buffer;
}

/** A zip archive, in which declared sizes, offsets and counts may be incorrect. */
export function zip(entries: ZipEntry[], declared: DeclaredZipValues = {}): Buffer {
  const localParts: Buffer[] = [];
  const directoryParts: Buffer[] = [];
  let offset = 0;
  for (const zipEntry of entries) {
    const { method = 8, content = '', extra = Buffer.alloc(0) } = zipEntry;
    const name = Buffer.from(zipEntry.name);
    const plain = Buffer.from(content);
    const data = zipEntry.raw ?? (method === 8 ? deflateRawSync(plain, { level: 9 }) : plain);
    const localHeader = Buffer.alloc(30);
    localHeader.writeUInt32LE(0x04034b50, 0);
    localHeader.writeUInt16LE(method, 8);
    localHeader.writeUInt32LE(data.length, 18);
    localHeader.writeUInt32LE(plain.length, 22);
    localHeader.writeUInt16LE(name.length, 26);
    const directoryEntry = Buffer.alloc(46);
    directoryEntry.writeUInt32LE(0x02014b50, 0);
    directoryEntry.writeUInt16LE(method, 10);
    directoryEntry.writeUInt32LE(zipEntry.claimedCompressed ?? data.length, 20);
    directoryEntry.writeUInt32LE(zipEntry.claimedBytes ?? plain.length, 24);
    directoryEntry.writeUInt16LE(name.length, 28);
    directoryEntry.writeUInt16LE(extra.length, 30);
    directoryEntry.writeUInt32LE(zipEntry.claimedOffset ?? offset, 42);
    localParts.push(localHeader, name, data);
    directoryParts.push(directoryEntry, name, extra);
    offset += 30 + name.length + data.length;
  }
  const directory = Buffer.concat(directoryParts);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE((declared.count ?? entries.length) & 0xffff, 8);
  end.writeUInt16LE((declared.count ?? entries.length) & 0xffff, 10);
  end.writeUInt32LE(declared.directoryBytes ?? directory.length, 12);
  end.writeUInt32LE(declared.directoryOffset ?? offset, 16);
  return Buffer.concat([
    ...localParts,
    directory,
    declared.beforeEnd?.(offset, directory.length) ?? Buffer.alloc(0),
    end,
  ]);
}

/** The end record of a zip64 archive, and the locator of the end record. */
export function zip64End(endOffset: number, count: bigint, bytes: bigint, offset: bigint): Buffer {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(count, 24);
  end.writeBigUInt64LE(count, 32);
  end.writeBigUInt64LE(bytes, 40);
  end.writeBigUInt64LE(offset, 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(endOffset), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end, locator]);
}

/** A header of a tar archive. The type is `0` for a file, `x` for a pax header. */
export function tarHeader({ name, type = '0', bytes = 0 }: { name: string; type?: string; bytes?: number }): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/**
 * Compresses the content once, and repeats the compressed gzip member. Decompressors join the contents of consecutive
 * members, so the result is a decompression bomb that is created quickly.
 */
export function repeatedGzip(content: Buffer, times: number): Buffer {
  const member = gzipSync(content, { level: 9 });
  return Buffer.concat(Array.from({ length: times }, () => member));
}
