import { deflateRawSync, gzipSync } from 'node:zlib';

/** Bytes of formats whose authors would have written something else. */

export function varint(value: bigint | number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
}

/** A field of protobuf: a number, or bytes with their length, or with another one. */
export function field(number: number, value: bigint | number | Buffer | string, length?: bigint | number): Buffer {
  if (typeof value === 'number' || typeof value === 'bigint')
    return Buffer.concat([varint(number << 3), varint(value)]);
  const bytes = Buffer.from(value);
  return Buffer.concat([varint((number << 3) | 2), varint(length ?? bytes.length), bytes]);
}

export interface ZipEntry {
  readonly name: string | Buffer;
  readonly content?: Buffer | string;
  /** As stored in the archive, if it is not what the content deflates to. */
  readonly raw?: Buffer;
  readonly method?: number;
  readonly claimedBytes?: number;
  readonly claimedCompressed?: number;
  readonly claimedOffset?: number;
  readonly extra?: Buffer;
}

export interface ZipLies {
  readonly count?: number;
  readonly directoryBytes?: number;
  readonly directoryOffset?: number;
  readonly comment?: Buffer;
  /** Between the directory and its end, such as a locator of zip64. */
  readonly beforeEnd?: (directoryOffset: number, directoryBytes: number) => Buffer;
}

/** A zip archive, in which any number may be a lie. */
export function zip(entries: ZipEntry[], lies: ZipLies = {}): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const each of entries) {
    const { method = 8, content = '', extra = Buffer.alloc(0) } = each;
    const name = Buffer.from(each.name);
    const plain = Buffer.from(content);
    const data = each.raw ?? (method === 8 ? deflateRawSync(plain, { level: 9 }) : plain);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(method, 8);
    header.writeUInt32LE(data.length, 18);
    header.writeUInt32LE(plain.length, 22);
    header.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(each.claimedCompressed ?? data.length, 20);
    entry.writeUInt32LE(each.claimedBytes ?? plain.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt16LE(extra.length, 30);
    entry.writeUInt32LE(each.claimedOffset ?? offset, 42);
    locals.push(header, name, data);
    directory.push(entry, name, extra);
    offset += 30 + name.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const { comment = Buffer.alloc(0), beforeEnd } = lies;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE((lies.count ?? entries.length) & 0xffff, 8);
  end.writeUInt16LE((lies.count ?? entries.length) & 0xffff, 10);
  end.writeUInt32LE(lies.directoryBytes ?? listed.length, 12);
  end.writeUInt32LE(lies.directoryOffset ?? offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...locals, listed, beforeEnd?.(offset, listed.length) ?? Buffer.alloc(0), end, comment]);
}

/** The end of a zip64 archive with its locator. */
export function zip64End(at: number, count: bigint, bytes: bigint, offset: bigint): Buffer {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(count, 24);
  end.writeBigUInt64LE(count, 32);
  end.writeBigUInt64LE(bytes, 40);
  end.writeBigUInt64LE(offset, 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(at), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end, locator]);
}

export interface TarEntry {
  readonly name: string | Buffer;
  readonly content?: Buffer | string;
  /** `0` a file, `1` a link, `2` a symbolic link, `3` and `4` devices, `5` a folder, `6` a pipe, `x` and `g` headers of pax, `L` a long name. */
  readonly type?: string;
  readonly linksTo?: string;
  readonly mode?: number;
  readonly claimedBytes?: number;
  /** The field of the size as it is, such as in base 256. */
  readonly sizeField?: Buffer;
  readonly wrongChecksum?: boolean;
}

export function tarHeader(entry: TarEntry): Buffer {
  const { type = '0', linksTo = '', mode = 0o644 } = entry;
  const header = Buffer.alloc(512);
  Buffer.from(entry.name).copy(header, 0, 0, 100);
  header.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  const bytes = entry.claimedBytes ?? Buffer.byteLength(entry.content ?? '');
  if (entry.sizeField) entry.sizeField.copy(header, 124);
  else header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write(type, 156);
  header.write(linksTo.slice(0, 100), 157);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((all, byte) => all + byte, 0) + (entry.wrongChecksum ? 1 : 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

export function tar(entries: TarEntry[], { end = true } = {}): Buffer {
  const blocks = entries.flatMap((entry) => {
    const content = Buffer.from(entry.content ?? '');
    return [tarHeader(entry), content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(end ? 1024 : 0)]);
}

/** A header of pax that says what the next entry is. */
export function pax(records: Record<string, string>, type: 'x' | 'g' = 'x'): TarEntry {
  const content = Object.entries(records)
    .map(([key, value]) => {
      const rest = ` ${key}=${value}\n`;
      let length = Buffer.byteLength(rest) + 1;
      while (String(length).length + Buffer.byteLength(rest) !== length)
        length = String(length).length + Buffer.byteLength(rest);
      return `${length}${rest}`;
    })
    .join('');
  return { name: 'pax', type, content };
}

/** Members of gzip behind each other become one content: a bomb that is made without its content. */
export function repeatedGzip(content: Buffer, times: number): Buffer {
  const member = gzipSync(content, { level: 9 });
  return Buffer.concat(Array.from({ length: times }, () => member));
}
