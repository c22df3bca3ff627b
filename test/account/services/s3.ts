import { createHash } from 'node:crypto';
import type { Account } from '../account';
import { AwsError, Call, Service } from '../call';
import type { PolicyDocument } from '../iam/documents';
import type { Iam } from '../iam/iam';
import { deleteObjects, requireCondition } from './conditional-requests';
import { MultipartUploads } from './multipart-uploads';
import { etagOf } from './object-etag';

type Input = Record<string, unknown>;

export interface Bucket {
  readonly objects: Map<string, Buffer>;
}

/** S3, as far as functions, SageMaker and CloudFormation use it here. */
export class S3Service implements Service {
  public readonly name = 's3';
  public readonly buckets = new Map<string, Bucket>();
  private readonly uploads = new MultipartUploads();
  /** Metadata of objects, by their bodies: each write has a body of its own. */
  private readonly metadata = new WeakMap<Buffer, unknown>();
  private readonly operations: Record<string, (input: Input) => object> = {
    CreateBucket: ({ Bucket }) => {
      if (this.buckets.has(String(Bucket)))
        throw new AwsError('BucketAlreadyExists', `${String(Bucket)} already exists`, 409);
      this.buckets.set(String(Bucket), { objects: new Map() });
      return {};
    },
    DeleteBucket: (input) => {
      if (this.bucket(input).objects.size > 0) {
        throw new AwsError('BucketNotEmpty', 'The bucket you tried to delete is not empty', 409);
      }
      this.buckets.delete(String(input.Bucket));
      this.iam.resources.delete(arnOf(input));
      return {};
    },
    PutBucketPolicy: (input) => {
      this.bucket(input);
      this.iam.protect(arnOf(input), { policy: JSON.parse(String(input.Policy)) as PolicyDocument });
      return {};
    },
    DeleteBucketPolicy: (input) => {
      this.bucket(input);
      this.iam.protect(arnOf(input), { policy: undefined });
      return {};
    },
    PutBucketEncryption: (input) => {
      this.bucket(input);
      const { Rules } = input.ServerSideEncryptionConfiguration as { Rules: EncryptionRule[] };
      const [{ ApplyServerSideEncryptionByDefault: byDefault, BucketKeyEnabled }] = Rules;
      this.iam.protect(arnOf(input), { kmsKeyArn: byDefault?.KMSMasterKeyID, bucketKey: BucketKeyEnabled });
      return {};
    },
    PutBucketLifecycleConfiguration: (input) => {
      this.bucket(input);
      return {};
    },
    PutObject: (input) => this.write(input, Buffer.from((input.Body ?? '') as string), input.Metadata),
    HeadObject: (input) => {
      const body = this.object(input, 'NotFound');
      return { ContentLength: body.length, ETag: etagOf(body), Metadata: this.metadata.get(body) ?? {} };
    },
    GetObject: (input) => {
      const body = this.object(input, 'NoSuchKey');
      requireCondition({ IfMatch: input.IfMatch }, body);
      const range = /^bytes=(\d+)-(\d+)$/.exec(String(input.Range ?? ''));
      const part = range ? body.subarray(Number(range[1]), Number(range[2]) + 1) : body;
      return { Body: part, ETag: etagOf(body), Metadata: this.metadata.get(body) ?? {} };
    },
    CreateMultipartUpload: (input) => {
      this.bucket(input);
      return { UploadId: this.uploads.create(input) };
    },
    UploadPart: (input) => this.uploads.add(input),
    CompleteMultipartUpload: (input) => {
      const { body, metadata } = this.uploads.assemble(input);
      const written = this.write(input, body, metadata);
      this.uploads.abort(input);
      return written;
    },
    AbortMultipartUpload: (input) => this.uploads.abort(input),
    CopyObject: (input) => {
      const [Bucket, ...path] = String(input.CopySource).split('/').map(decodeURIComponent);
      const body = this.object({ Bucket, Key: path.join('/') }, 'NoSuchKey');
      const metadata = input.MetadataDirective === 'REPLACE' ? input.Metadata : this.metadata.get(body);
      const { ETag } = this.write(input, Buffer.from(body), metadata);
      return { CopyObjectResult: { ETag, ChecksumSHA256: createHash('sha256').update(body).digest('base64') } };
    },
    ListObjectsV2: (input) => {
      const found = [...this.bucket(input).objects].filter(([key]) => key.startsWith(String(input.Prefix ?? '')));
      const Contents = found.map(([Key, body]) => ({ Key, Size: body.length, ETag: etagOf(body) }));
      return { Contents, KeyCount: Contents.length, IsTruncated: false };
    },
    DeleteObjects: (input) => deleteObjects(this.world, this.bucket(input).objects, input),
  };

  constructor(
    private readonly iam: Iam,
    private readonly world: Pick<Account, 'decide' | 'assumes'>,
  ) {}

  public async handle(call: Call): Promise<object> {
    const { operation, input } = call;
    const perform = this.operations[operation];
    if (!perform) throw new Error(`s3 has no operation ${operation}`);
    try {
      return perform(input);
    } catch (error) {
      if (error instanceof AwsError && ['NoSuchKey', 'NotFound'].includes(error.name)) await this.mayList(call);
      throw error;
    }
  }

  /** S3 user guide, GetObject: who may not list the bucket is denied an object that is not there. */
  private async mayList(call: Call): Promise<void> {
    const source = call.operation === 'CopyObject' ? String(call.input.CopySource).split('/')[0] : call.input.Bucket;
    await this.world.decide({ ...call, operation: 'ListObjectsV2', input: { Bucket: source } });
  }

  /** Puts an object without a request, as what was there before the history. */
  public seed(bucket: string, key: string, body: Buffer): void {
    const found = this.buckets.get(bucket) ?? { objects: new Map<string, Buffer>() };
    found.objects.set(key, body);
    this.buckets.set(bucket, found);
  }

  private write(input: Input, body: Buffer, metadata: unknown): { ETag: string } {
    const { objects } = this.bucket(input);
    requireCondition(input, objects.get(String(input.Key)));
    objects.set(String(input.Key), body);
    this.metadata.set(body, metadata);
    return { ETag: etagOf(body) };
  }

  private bucket({ Bucket }: Input): Bucket {
    const found = this.buckets.get(String(Bucket));
    if (!found) throw new AwsError('NoSuchBucket', `The specified bucket does not exist: ${String(Bucket)}`, 404);
    return found;
  }

  private object(input: Input, error: string): Buffer {
    const found = this.bucket(input).objects.get(String(input.Key));
    if (!found) throw new AwsError(error, `The specified key does not exist: ${String(input.Key)}`, 404);
    return found;
  }
}

interface EncryptionRule {
  readonly ApplyServerSideEncryptionByDefault?: { readonly KMSMasterKeyID?: string };
  readonly BucketKeyEnabled?: boolean;
}

function arnOf({ Bucket }: Input): string {
  return `arn:aws:s3:::${String(Bucket)}`;
}
