import * as http from 'http';
import { buffer } from 'stream/consumers';
import { Message } from '../../lib/client/protocol/message';
import { MAX_BODY_BYTES, maxRequestSeconds, RequestKind } from '../../lib/facts/invocation-limits';
import { AsyncFiles } from './async-files';
import { messageOf, sendError, sendModelError, timeoutResponse, tooLargeMessage } from './loopback-responses';
import type { MultiModelLoader } from './multi-model';
import { sendParts } from './response-stream';
import { openResponse, sendToServer, ServerRequest, ServerResponse } from './server-request';
import { Address } from './triton-process';

const MISSING_TARGET = 'a multi-model endpoint requires the header X-Amzn-SageMaker-Target-Model';

/** A request to the endpoint, and its response. */
export interface Exchange {
  readonly request: Message;
  readonly targetModel?: string;
  readonly response: Message;
}

export interface InvocationOptions {
  readonly triton: Address;
  /** A different address and path to which requests for `/invocations` are forwarded. */
  readonly invocations?: { readonly address: Address; readonly path: string };
  /** The production variant that responds; undefined for an inference component. */
  readonly variantName?: string;
  /** Loads the models of a multi-model endpoint. */
  readonly loader?: MultiModelLoader;
}

/** Forwards requests of the SageMaker Runtime API to Triton, and converts Triton's responses to SageMaker's responses. */
export class Invocations {
  /** The first request to each model of a multi-model endpoint, or the first request to any other endpoint. */
  public readonly firstExchanges: Exchange[] = [];
  /** The error messages of all responses of models, one per line. */
  public errors = '';
  public readonly files = new AsyncFiles();

  private readonly agent = new http.Agent({ keepAlive: true });

  constructor(private readonly options: InvocationOptions) {}

  public close(): void {
    this.agent.destroy();
  }

  /** Handles InvokeEndpoint. */
  public async invoke(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const requestBody = await buffer(request);
    if (requestBody.length > MAX_BODY_BYTES) {
      sendError(response, 413, 'ValidationError', tooLargeMessage('request', requestBody));
      return;
    }
    const targetModel = targetModelOf(request);
    const path = targetModel === undefined ? '/invocations' : `/models/${encodeURIComponent(targetModel)}/invoke`;
    const { status, contentType, body } = await this.forward(request, path, requestBody).catch(timeoutResponse);
    this.keepFirst({
      request: { contentType: request.headers['content-type'] ?? '', body: requestBody },
      targetModel,
      response: { contentType, body },
    });
    if (status === 200 && body.length > MAX_BODY_BYTES) {
      sendModelError(response, 413, tooLargeMessage('response', body));
    } else if (status === 200) {
      response.writeHead(200, {
        'content-type': contentType,
        ...this.variantHeader,
      });
      response.end(body);
    } else {
      this.sendModelError(response, status, body);
    }
  }

  /** Handles InvokeEndpointAsync. The request and the response are files; the response file is available immediately. */
  public async invokeAsync(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { headers } = request;
    const key = String(headers['x-amzn-sagemaker-inputlocation']).replace(/^s3:\/\//, '');
    const file = this.files.get(key);
    if (!file) {
      sendError(response, 400, 'ValidationError', `there is no file ${key}`);
      return;
    }
    const contentType = String(headers['x-amzn-sagemaker-content-type'] ?? file.contentType);
    const [address, agent, forwarded] = this.toServerRequest(request, '/invocations', file.body, {
      asynchronous: true,
    });
    const result = await sendToServer(address, agent, {
      ...forwarded,
      headers: { 'content-type': contentType },
    }).catch(timeoutResponse);
    this.keepFirst({ request: { contentType, body: file.body }, response: result });
    if (result.status !== 200) this.errors += `${messageOf(result.body)}\n`;
    const { output, failure } = this.files.addResponse(result);
    response.writeHead(202, {
      'content-type': 'application/json',
      'x-amzn-sagemaker-outputlocation': output,
      'x-amzn-sagemaker-failurelocation': failure,
    });
    response.end('{}');
  }

  /** Handles InvokeEndpointWithResponseStream. */
  public async invokeStream(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const requestBody = await buffer(request);
    const serverResponse = await openResponse(
      ...this.toServerRequest(request, '/invocations', requestBody, { streaming: true }),
    );
    const status = serverResponse.statusCode ?? 0;
    const contentType = serverResponse.headers['content-type'] ?? '';
    const keepExchange = (body: Buffer): void =>
      this.keepFirst({
        request: { contentType: request.headers['content-type'] ?? '', body: requestBody },
        response: { contentType, body },
      });
    if (status !== 200) {
      const body = await buffer(serverResponse);
      keepExchange(body);
      this.sendModelError(response, status, body);
      return;
    }
    response.writeHead(200, {
      'content-type': 'application/vnd.amazon.eventstream',
      'x-amzn-sagemaker-content-type': contentType,
      ...this.variantHeader,
    });
    keepExchange(await sendParts(serverResponse, response));
  }

  /** Forwards `/ping` and `/invocations` without conversion. The response of `/invocations` can be a stream. */
  public async proxy(request: http.IncomingMessage, path: string, response: http.ServerResponse): Promise<void> {
    const { status, contentType, body } = await this.forward(request, path, await buffer(request), {
      streaming: true,
    });
    response.writeHead(status, { 'content-type': contentType }).end(body);
  }

  private get variantHeader(): Record<string, string> {
    const { variantName } = this.options;
    return variantName === undefined ? {} : { 'x-amzn-invoked-production-variant': variantName };
  }

  private keepFirst(exchange: Exchange): void {
    if (this.firstExchanges.some(({ targetModel }) => targetModel === exchange.targetModel)) return;
    this.firstExchanges.push(exchange);
  }

  private sendModelError(response: http.ServerResponse, status: number, body: Buffer): void {
    this.errors += `${messageOf(body)}\n`;
    sendModelError(response, status, body.toString());
  }

  private async forward(
    request: http.IncomingMessage,
    path: string,
    body: Buffer,
    kind?: RequestKind,
  ): Promise<ServerResponse> {
    const { loader } = this.options;
    if (!loader || path === '/ping') return sendToServer(...this.toServerRequest(request, path, body, kind));
    const targetModel = targetModelOf(request);
    if (targetModel === undefined) return { status: 400, contentType: 'text/plain', body: Buffer.from(MISSING_TARGET) };
    return loader.invoke(targetModel, {
      headers: containerHeaders(request),
      body,
      timeoutSeconds: maxRequestSeconds(),
    });
  }

  private toServerRequest(
    request: http.IncomingMessage,
    path: string,
    body: Buffer,
    kind?: RequestKind,
  ): [Address, http.Agent, ServerRequest] {
    const { triton, invocations } = this.options;
    const route = path === '/invocations' && invocations ? invocations : { address: triton, path };
    const { method = 'GET' } = request;
    const timeoutSeconds = maxRequestSeconds(kind);
    return [
      route.address,
      this.agent,
      { method, path: route.path, headers: containerHeaders(request), body, timeoutSeconds },
    ];
  }
}

function targetModelOf({ headers }: http.IncomingMessage): string | undefined {
  const target = headers['x-amzn-sagemaker-target-model'];
  return target === undefined ? undefined : String(target);
}

/** The headers that SageMaker forwards to the container. */
function containerHeaders({ headers }: http.IncomingMessage): Record<string, string> {
  const forwarded = Object.entries(headers).filter(([name]) => /^(content-type|accept)$|^x-amzn-sagemaker-/.test(name));
  return Object.fromEntries(forwarded) as Record<string, string>;
}
