import { AwsError } from '../call';
import { etagOf } from './conditional-requests';

type Input = Record<string, unknown>;

interface Upload {
  readonly key: string;
  readonly metadata: unknown;
  readonly parts: Map<number, Buffer>;
}

/** Minimum size of every part except the last part (S3 user guide, "Amazon S3 multipart upload limits", read 2026-11-23). */
const MIN_PART_SIZE = 5 * 1024 ** 2;

/**
 * Multipart uploads in progress. An object exists only when its upload is complete (S3 user guide, "Uploading and copying objects using
 * multipart upload").
 */
export class MultipartUploads {
  private readonly uploads = new Map<string, Upload>();
  private uploadCount = 0;

  public create({ Key, Metadata }: Input): string {
    const id = `upload-${++this.uploadCount}`;
    this.uploads.set(id, { key: String(Key), metadata: Metadata, parts: new Map() });
    return id;
  }

  public add(input: Input): object {
    const part = Buffer.from(input.Body as Buffer);
    this.findUpload(input).parts.set(Number(input.PartNumber), part);
    return { ETag: etagOf(part) };
  }

  /** CompleteMultipartUpload. Returns the complete object, with its parts in ascending order. */
  public assemble(input: Input): { readonly body: Buffer; readonly metadata: unknown } {
    const { parts, metadata } = this.findUpload(input);
    const { Parts = [] } = (input.MultipartUpload ?? {}) as { Parts?: { PartNumber: number; ETag: string }[] };
    if (Parts.length === 0) throw new AwsError('MalformedXML', 'You must specify at least one part', 400);
    const bodies = Parts.map(({ PartNumber, ETag }, index) => {
      const body = parts.get(PartNumber);
      if (!body || etagOf(body) !== ETag)
        throw new AwsError('InvalidPart', `Part ${PartNumber} could not be found`, 400);
      if (index > 0 && PartNumber <= Parts[index - 1].PartNumber)
        throw new AwsError('InvalidPartOrder', 'The list of parts was not in ascending order', 400);
      if (index < Parts.length - 1 && body.length < MIN_PART_SIZE)
        throw new AwsError('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', 400);
      return body;
    });
    return { body: Buffer.concat(bodies), metadata };
  }

  public abort(input: Input): object {
    this.findUpload(input);
    this.uploads.delete(String(input.UploadId));
    return {};
  }

  private findUpload({ UploadId, Key }: Input): Upload {
    const upload = this.uploads.get(String(UploadId));
    if (!upload || upload.key !== Key)
      throw new AwsError('NoSuchUpload', 'The specified multipart upload does not exist', 404);
    return upload;
  }
}
