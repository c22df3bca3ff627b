import { IBucket } from 'aws-cdk-lib/aws-s3';
import { TritonModel } from '../model';
import { examplePayload, filePayload, PayloadFiles } from './payload-files';

const JSON_TYPE = 'application/json';

/**
 * Requests that the benchmark sends, in a `.tar.gz`, one file for each.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/inference-recommender-load-test.html
 * @example
 * SamplePayload.fromS3(bucket, 'payloads.tar.gz');
 */
export class SamplePayload {
  /**
   * The requests of the model's examples, as JSON; without examples one of zeros. A model with FP16 or BF16 tensors, which JSON cannot
   * carry, gets zeros in Triton's binary form.
   */
  public static fromExamples(): SamplePayload {
    return new SamplePayload(JSON_TYPE, { make: examplePayload });
  }

  /**
   * Files that each are the body of a request, as it goes to InvokeEndpoint.
   *
   * @param files paths, one at least
   * @param contentType what they are, such as
   * `application/vnd.sagemaker-triton.binary+json;json-header-size=175`; one for all
   * @default application/json
   */
  public static fromFiles(files: string[], contentType: string = JSON_TYPE): SamplePayload {
    return new SamplePayload(contentType, { make: () => filePayload(files, contentType) });
  }

  /**
   * An archive that is in S3.
   *
   * @param bucket the bucket
   * @param key the key; ends with `.tar.gz`
   * @param contentType what its files are
   * @default application/json
   */
  public static fromS3(bucket: IBucket, key: string, contentType: string = JSON_TYPE): SamplePayload {
    return new SamplePayload(contentType, { bucket, key });
  }

  private constructor(
    private readonly contentType: string,
    private readonly source: PayloadSource,
  ) {}

  /** Where the archive is, when it is not made at synth. @internal */
  public get _location(): { bucket: IBucket; key: string; contentType: string } | undefined {
    const { bucket, key } = this.source;
    return bucket && key !== undefined ? { bucket, key, contentType: this.contentType } : undefined;
  }

  /** The files of the archive; undefined for an archive in S3. @internal */
  public _files(model?: TritonModel): PayloadFiles | undefined {
    return this.source.make?.(model);
  }
}

interface PayloadSource {
  readonly make?: (model?: TritonModel) => PayloadFiles;
  readonly bucket?: IBucket;
  readonly key?: string;
}
