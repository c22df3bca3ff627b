import * as http from 'http';
import { maxRequestSeconds } from '../../lib/facts/invocation-limits';
import type { Exchange } from './invocations';
import { sendToServer } from './server-request';

/** Longer than the timeout that the loopback applies, so that its response says why a request failed. */
const TIMEOUT_SECONDS = maxRequestSeconds({ streaming: true }) + 10;

/** The beginning of an error of Triton, as an event of a stream or as a complete body. */
const TRITON_ERROR = /^(?:data: )?\{"error":/;

/** The error of a request that the model, or its server, rejected. */
export class RejectedRequestError extends Error {}

/** Sends requests through the loopback to the server, without the conversions of SageMaker's API, to measure their latency. */
export class LoopbackClient {
  private readonly agent = new http.Agent({ keepAlive: true });

  constructor(private readonly url: string) {}

  /**
   * Sends a request, and waits for the complete response, which can be a stream.
   *
   * @throws if the request fails, or if the response has status 200 but contains an error, as when text generation fails after it began
   */
  public async send({ request, targetModel }: Pick<Exchange, 'request' | 'targetModel'>): Promise<void> {
    const { port, pathname } = new URL(this.url);
    const target = targetModel === undefined ? {} : { 'x-amzn-sagemaker-target-model': targetModel };
    const { status, body } = await sendToServer({ host: '127.0.0.1', port: Number(port) }, this.agent, {
      method: 'POST',
      path: `${pathname}/invocations`,
      headers: { 'content-type': request.contentType, ...target },
      body: Buffer.from(request.body),
      timeoutSeconds: TIMEOUT_SECONDS,
    });
    if (status !== 200) throw new RejectedRequestError(body.toString());
    const failed = body
      .toString()
      .split('\n\n')
      .find((event) => TRITON_ERROR.test(event));
    if (failed !== undefined) throw new Error(`the model responded with an error: ${failed.replace(/^data: /, '')}`);
  }

  public close(): void {
    this.agent.destroy();
  }
}
