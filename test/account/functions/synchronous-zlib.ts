import { Transform, TransformCallback } from 'node:stream';
import * as zlib from 'node:zlib';

/** Decompresses in this thread: the streams of zlib use other threads, and virtual time would pass while they work. */
class SynchronousGunzip extends Transform {
  private readonly chunks: Buffer[] = [];

  public override _transform(chunk: Buffer, _: BufferEncoding, callback: TransformCallback): void {
    this.chunks.push(chunk);
    callback();
  }

  public override _flush(callback: TransformCallback): void {
    try {
      callback(null, zlib.gunzipSync(Buffer.concat(this.chunks)));
    } catch (error) {
      callback(error as Error);
    }
  }
}

/** The module `zlib` for handlers in virtual time. */
export const synchronousZlib = { ...zlib, createGunzip: () => new SynchronousGunzip() };
