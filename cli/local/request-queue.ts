import type { ServerAnswer } from './server-request';

/** A request or an answer of an asynchronous endpoint, as a file in S3. */
interface StoredFile {
  readonly contentType: string;
  readonly body: Buffer;
}

/** Where what came of a request is. */
export interface Locations {
  readonly output: string;
  readonly failure: string;
}

/** The files of an asynchronous endpoint: what a client has put, and what came of it. They are kept in memory. */
export class RequestQueue {
  private readonly files = new Map<string, StoredFile>();
  private answered = 0;

  /** @param place bucket and key */
  public put(place: string, file: StoredFile): void {
    this.files.set(place, file);
  }

  public get(place: string): StoredFile | undefined {
    return this.files.get(place);
  }

  /** Keeps what the model answered where a client will look for it. */
  public keep({ status, contentType, body }: ServerAnswer): Locations {
    const number = ++this.answered;
    const places = { output: `queue/output/${number}.out`, failure: `queue/failure/${number}-error.out` };
    this.put(status === 200 ? places.output : places.failure, { contentType, body });
    return { output: `s3://${places.output}`, failure: `s3://${places.failure}` };
  }
}
