import { createHash } from 'node:crypto';
import type { SimulatedAccount } from '../simulated-account';
import { AwsError, Call, Service } from '../call';
import type { PolicyDocument } from '../iam/documents';
import type { Iam } from '../iam/iam';
import { MultipartUploads } from './multipart-uploads';
import { deleteObjects, etagOf, requireCondition } from './conditional-requests';

type Input = Record<string, unknown>;

export interface Bucket {
  readonly objects: Map<string, Buffer>;
}

/** The simulated S3. It has only the operations that functions, SageMaker and CloudFormation use. */
export class S3Service implements Service {
  public readonly name = 's3';
  public readonly buckets = new Map<string, Bucket>();
  private readonly uploads = new MultipartUploads();
  /** The metadata of each object. The key is the body, since each write creates a new buffer. */
  private readonly metadata = new WeakMap<Buffer, unknown>();
  private readonly operations: Record<string, (input: Input) => object> = {
    CreateBucket: ({ Bucket }) => {
      if (this.buckets.has(String(Bucket)))
        throw new AwsError('BucketAlreadyExists', `${String(Bucket)} already exists`, 409);
      this.buckets.set(String(Bucket), { objects: new Map() });
      return {};
    },
    DeleteBucket: (input) => {
      if (this.findBucket(input).objects.size > 0) {
        throw new AwsError('BucketNotEmpty', 'The bucket you tried to delete is not empty', 409);
      }
      this.buckets.delete(String(input.Bucket));
      this.iam.resources.delete(arnOf(input));
      return {};
    },
    PutBucketPolicy: (input) => {
      this.findBucket(input);
      this.iam.registerResource(arnOf(input), { policy: JSON.parse(String(input.Policy)) as PolicyDocument });
      return {};
    },
    DeleteBucketPolicy: (input) => {
      this.findBucket(input);
      this.iam.registerResource(arnOf(input), { policy: undefined });
      return {};
    },
    PutBucketEncryption: (input) => {
      this.findBucket(input);
      const { Rules } = input.ServerSideEncryptionConfiguration as { Rules: EncryptionRule[] };
      const [{ ApplyServerSideEncryptionByDefault: defaultEncryption, BucketKeyEnabled }] = Rules;
      this.iam.registerResource(arnOf(input), {
        kmsKeyArn: defaultEncryption?.KMSMasterKeyID,
        hasBucketKey: BucketKeyEnabled,
      });
      return {};
    },
    PutBucketLifecycleConfiguration: (input) => {
      this.findBucket(input);
      return {};
    },
    PutObject: (input) => this.write(input, Buffer.from((input.Body ?? '') as string), input.Metadata),
    HeadObject: (input) => {
      const body = this.findObject(input, 'NotFound');
      return { ContentLength: body.length, ETag: etagOf(body), Metadata: this.metadata.get(body) ?? {} };
    },
    GetObject: (input) => {
      const body = this.findObject(input, 'NoSuchKey');
      requireCondition({ IfMatch: input.IfMatch }, body);
      const range = /^bytes=(\d+)-(\d+)$/.exec(String(input.Range ?? ''));
      const part = range ? body.subarray(Number(range[1]), Number(range[2]) + 1) : body;
      return { Body: part, ETag: etagOf(body), Metadata: this.metadata.get(body) ?? {} };
    },
    CreateMultipartUpload: (input) => {
      this.findBucket(input);
      return { UploadId: this.uploads.create(input) };
    },
    UploadPart: (input) => this.uploads.add(input),
    CompleteMultipartUpload: (input) => {
      const { body, metadata } = this.uploads.assemble(input);
      const writeResult = this.write(input, body, metadata);
      this.uploads.abort(input);
      return writeResult;
    },
    AbortMultipartUpload: (input) => this.uploads.abort(input),
    CopyObject: (input) => {
      const [Bucket, ...path] = String(input.CopySource).split('/').map(decodeURIComponent);
      const body = this.findObject({ Bucket, Key: path.join('/') }, 'NoSuchKey');
      const metadata = input.MetadataDirective === 'REPLACE' ? input.Metadata : this.metadata.get(body);
      const { ETag } = this.write(input, Buffer.from(body), metadata);
      return { CopyObjectResult: { ETag, ChecksumSHA256: createHash('sha256').update(body).digest('base64') } };
    },
    ListObjectsV2: (input) => {
      const matchingObjects = [...this.findBucket(input).objects].filter(([key]) =>
        key.startsWith(String(input.Prefix ?? '')),
      );
      const Contents = matchingObjects.map(([Key, body]) => ({ Key, Size: body.length, ETag: etagOf(body) }));
      return { Contents, KeyCount: Contents.length, IsTruncated: false };
    },
    DeleteObjects: (input) => deleteObjects(this.account, this.findBucket(input).objects, input),
  };

  constructor(
    private readonly iam: Iam,
    private readonly account: Pick<SimulatedAccount, 'checkPermission' | 'isSwitchedOn'>,
  ) {}

  public async handle(call: Call): Promise<object> {
    const { operation, input } = call;
    const handleOperation = this.operations[operation];
    if (!handleOperation) throw new Error(`s3 has no operation ${operation}`);
    try {
      return handleOperation(input);
    } catch (error) {
      if (error instanceof AwsError && ['NoSuchKey', 'NotFound'].includes(error.name))
        await this.checkListPermission(call);
      throw error;
    }
  }

  /** For a missing object: throws AccessDenied if the caller may not list the bucket (API reference, GetObject). */
  private async checkListPermission(call: Call): Promise<void> {
    const source = call.operation === 'CopyObject' ? String(call.input.CopySource).split('/')[0] : call.input.Bucket;
    await this.account.checkPermission({ ...call, operation: 'ListObjectsV2', input: { Bucket: source } });
  }

  /** Creates an object, and if necessary its bucket, without a request. For objects that exist before a test. */
  public addObject(bucket: string, key: string, body: Buffer): void {
    const bucketContent = this.buckets.get(bucket) ?? { objects: new Map<string, Buffer>() };
    bucketContent.objects.set(key, body);
    this.buckets.set(bucket, bucketContent);
  }

  private write(input: Input, body: Buffer, metadata: unknown): { ETag: string } {
    const { objects } = this.findBucket(input);
    requireCondition(input, objects.get(String(input.Key)));
    objects.set(String(input.Key), body);
    this.metadata.set(body, metadata);
    return { ETag: etagOf(body) };
  }

  private findBucket({ Bucket }: Input): Bucket {
    const existingBucket = this.buckets.get(String(Bucket));
    if (!existingBucket)
      throw new AwsError('NoSuchBucket', `The specified bucket does not exist: ${String(Bucket)}`, 404);
    return existingBucket;
  }

  private findObject(input: Input, error: string): Buffer {
    const existingObject = this.findBucket(input).objects.get(String(input.Key));
    if (!existingObject) throw new AwsError(error, `The specified key does not exist: ${String(input.Key)}`, 404);
    return existingObject;
  }
}

interface EncryptionRule {
  readonly ApplyServerSideEncryptionByDefault?: { readonly KMSMasterKeyID?: string };
  readonly BucketKeyEnabled?: boolean;
}

function arnOf({ Bucket }: Input): string {
  return `arn:aws:s3:::${String(Bucket)}`;
}
