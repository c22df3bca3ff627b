import type { ServerResponse } from './server-request';

/** A request or response file of an asynchronous endpoint. */
interface StoredFile {
  readonly contentType: string;
  readonly body: Buffer;
}

/** The S3 URIs at which SageMaker stores a response or an error. */
interface ResponseLocations {
  readonly output: string;
  readonly failure: string;
}

/** The request and response files of an asynchronous endpoint, in memory. */
export class AsyncFiles {
  private readonly files = new Map<string, StoredFile>();
  private responseCount = 0;

  /** Adds a file. The key is `bucket/key`. */
  public put(key: string, file: StoredFile): void {
    this.files.set(key, file);
  }

  public get(key: string): StoredFile | undefined {
    return this.files.get(key);
  }

  /** Adds the response of a model as an output file or, if it is an error, as a failure file. */
  public addResponse({ status, contentType, body }: ServerResponse): ResponseLocations {
    const number = ++this.responseCount;
    const keys = { output: `queue/output/${number}.out`, failure: `queue/failure/${number}-error.out` };
    this.put(status === 200 ? keys.output : keys.failure, { contentType, body });
    return { output: `s3://${keys.output}`, failure: `s3://${keys.failure}` };
  }
}
