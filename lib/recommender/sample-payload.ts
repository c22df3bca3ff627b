import { IBucket } from 'aws-cdk-lib/aws-s3';
import { TritonModel } from '../model';
import { examplePayload, filePayload, PayloadFiles } from './payload-files';

const JSON_TYPE = 'application/json';

/**
 * The requests of a benchmark, in a `.tar.gz` with one file for each request.
 *
 * @see https://docs.aws.amazon.com/sagemaker/latest/dg/inference-recommender-load-test.html
 * @example
 * SamplePayload.fromS3(bucket, 'payloads.tar.gz');
 */
export class SamplePayload {
  /**
   * The requests of the model's examples as JSON, or one request of zeros for a model without examples. For a model with FP16 or BF16
   * tensors, which JSON does not support, the request contains zeros in Triton's binary format.
   */
  public static fromExamples(): SamplePayload {
    return new SamplePayload(JSON_TYPE, { createFiles: examplePayload });
  }

  /**
   * Files that contain the body of one request each, as sent to InvokeEndpoint.
   *
   * @param files paths of the files, at least one
   * @param contentType content type of all files, such as `application/vnd.sagemaker-triton.binary+json;json-header-size=175`
   * @default application/json
   */
  public static fromFiles(files: string[], contentType: string = JSON_TYPE): SamplePayload {
    return new SamplePayload(contentType, { createFiles: () => filePayload(files, contentType) });
  }

  /**
   * An archive in S3.
   *
   * @param bucket the S3 bucket
   * @param key key of the archive, which ends with `.tar.gz`
   * @param contentType content type of all files in the archive
   * @default application/json
   */
  public static fromS3(bucket: IBucket, key: string, contentType: string = JSON_TYPE): SamplePayload {
    return new SamplePayload(contentType, { bucket, key });
  }

  private constructor(
    private readonly contentType: string,
    private readonly source: PayloadSource,
  ) {}

  /** Location of an archive in S3. Undefined if the archive is created at synth. @internal */
  public get _location(): { bucket: IBucket; key: string; contentType: string } | undefined {
    const { bucket, key } = this.source;
    return bucket && key !== undefined ? { bucket, key, contentType: this.contentType } : undefined;
  }

  /** The files of the archive. Undefined for an archive in S3. @internal */
  public _files(model?: TritonModel): PayloadFiles | undefined {
    return this.source.createFiles?.(model);
  }
}

interface PayloadSource {
  readonly createFiles?: (model?: TritonModel) => PayloadFiles;
  readonly bucket?: IBucket;
  readonly key?: string;
}
