import { randomBytes } from 'crypto';
import { once } from 'events';
import * as http from 'http';
import { AddressInfo } from 'net';
import { buffer } from 'stream/consumers';
import { AssemblyFiles } from '../assembly-files';
import { answerLogs } from './container-log';
import type { ModelHost } from './multi-model/model-host';
import { RequestQueue } from './request-queue';
import { sendParts } from './response-stream';
import { openResponse, RequestTimeout, sendToServer, ServerAnswer, ServerRequest } from './server-request';
import { Address } from './triton-process';
import { Message } from '../../lib/client/protocol/message';
import { MAX_BODY_BYTES } from '../../lib/platform/largest-body';

/** One request to the endpoint as it passed through. */
export interface Exchange {
  readonly request: Message;
  readonly targetModel?: string;
  readonly answer: Message;
  /** Whether the response came by InvokeEndpointWithResponseStream. */
  readonly isStream?: boolean;
}

/** What CloudFormation is told of a test. */
export interface CloudFormationResponse {
  readonly Status: string;
  readonly Reason: string;
  readonly Data?: Record<string, string>;
}

/** What the loopback stands in front of. */
export interface LoopbackOptions {
  readonly triton: Address;
  /** What answers `/invocations` instead of the SageMaker port's own route. */
  readonly invocations?: { readonly address: Address; readonly path: string };
  readonly variantName: string;
  /** Loads the models of a multi-model endpoint. */
  readonly host?: ModelHost;
  /** What the endpoint says it serves. */
  readonly endpointConfigName?: string;
  /** Files of the assembly. */
  readonly objects: AssemblyFiles;
  /** Changes the content of an object before it is served. */
  readonly transform?: (content: string) => string;
  /** The lines of the container's log that tell most, without what was told already. */
  readonly logLines?: (told: string) => string[];
  /** How long a response of the model may take; it may take for ever when absent. */
  readonly requestTimeoutSeconds?: number;
}

/**
 * The AWS services that a smoke test talks to, on 127.0.0.1 and in AWS's wire format: SageMaker Runtime's InvokeEndpoint and
 * InvokeEndpointWithResponseStream in front of Triton's `/invocations` and, for a target model, `/models/…/invoke`, SageMaker's
 * DescribeEndpoint, S3's GetObject in front of the assembly's files, the files and the queue of an asynchronous endpoint, CloudWatch Logs in front of the server's log, and the URL to which CloudFormation's answer goes. Other users of the machine and web pages reach 127.0.0.1, too: only who knows the
 * secret in the path gets an answer.
 */
export class AwsLoopback {
  public static async start(options: LoopbackOptions): Promise<AwsLoopback> {
    const loopback = new AwsLoopback(options);
    loopback.server.listen(0, '127.0.0.1');
    await once(loopback.server, 'listening');
    return loopback;
  }

  /** The first request to each model that requests name, and without names to the endpoint. */
  public readonly firstExchanges: Exchange[] = [];
  /** What the handler told CloudFormation. */
  public cloudFormationResponse?: CloudFormationResponse;

  /** What models answered instead of outputs. */
  private errors = '';
  private readonly secret = randomBytes(16).toString('hex');
  private readonly queue = new RequestQueue();
  private readonly agent = new http.Agent({ keepAlive: true });
  private readonly server = http.createServer((request, response) => {
    this.answer(request, response).catch((error: Error) => sendError(response, 500, 'InternalFailure', error.message));
  });

  private constructor(private readonly options: LoopbackOptions) {}

  /** Base URL, with the secret. */
  public get url(): string {
    return `http://127.0.0.1:${this.port}/${this.secret}`;
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  public close(): void {
    this.server.close();
    this.server.closeAllConnections();
    this.agent.destroy();
  }

  private async answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const pathname = this.pathOf(request);
    if (pathname === undefined) {
      sendError(response, 403, 'AccessDeniedException', 'the URL differs from the URL that the command has printed');
      return;
    }
    const action = request.headers['x-amz-target'];
    if (request.method === 'PUT' && pathname === '/cloudformation-response') {
      this.cloudFormationResponse = JSON.parse((await buffer(request)).toString());
      response.end();
    } else if (request.method === 'POST' && /^\/endpoints\/[^/]+\/invocations$/.test(pathname)) {
      await this.invoke(request, response);
    } else if (request.method === 'POST' && /^\/endpoints\/[^/]+\/invocations-response-stream$/.test(pathname)) {
      await this.invokeStream(request, response);
    } else if (request.method === 'POST' && /^\/endpoints\/[^/]+\/async-invocations$/.test(pathname)) {
      await this.invokeQueued(request, response);
    } else if (pathname === '/invocations' || pathname === '/ping') {
      const { status, contentType, body } = await this.ask(request, pathname, await buffer(request));
      response.writeHead(status, { 'content-type': contentType }).end(body);
    } else if (this.options.host && /^\/models($|\/)/.test(pathname)) {
      await this.manageModels(
        this.options.host,
        request,
        decodeURIComponent(pathname.slice('/models/'.length)),
        response,
      );
    } else if (action === 'SageMaker.DescribeEndpoint') {
      const { endpointConfigName: EndpointConfigName } = this.options;
      response.end(JSON.stringify({ EndpointStatus: 'InService', EndpointConfigName }));
    } else if (String(action).startsWith('Logs_')) {
      response.end(JSON.stringify(answerLogs(String(action), this.options.logLines?.(this.errors) ?? [])));
    } else if (request.method === 'PUT') {
      const contentType = request.headers['content-type'] ?? '';
      this.queue.put(decodeURIComponent(pathname.slice(1)), { contentType, body: await buffer(request) });
      response.end();
    } else if (request.method === 'GET') {
      this.getObject(decodeURIComponent(pathname.slice(1)), response);
    } else {
      sendError(response, 404, 'UnknownOperationException', `${request.method} ${pathname}`);
    }
  }

  /** What follows the secret; undefined for a request that a web page makes a browser send, and for one without the secret. */
  private pathOf({ url = '/', headers }: http.IncomingMessage): string | undefined {
    const hosts = [`127.0.0.1:${this.port}`, `localhost:${this.port}`];
    if (headers.origin !== undefined || !hosts.includes(headers.host ?? '')) return undefined;
    const [, secret, ...parts] = new URL(url, this.url).pathname.split('/');
    return secret === this.secret ? `/${parts.join('/')}` : undefined;
  }

  private async invoke(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const sent = await buffer(request);
    if (sent.length > MAX_BODY_BYTES) {
      sendError(response, 413, 'ValidationError', tooLarge('request', sent));
      return;
    }
    const targetModel = targetOf(request);
    const path = targetModel === undefined ? '/invocations' : `/models/${encodeURIComponent(targetModel)}/invoke`;
    const { status, contentType, body } = await this.ask(request, path, sent).catch(timedOut);
    this.keepFirst({
      request: { contentType: request.headers['content-type'] ?? '', body: sent },
      targetModel,
      answer: { contentType, body },
    });
    if (status === 200 && body.length > MAX_BODY_BYTES) {
      sendModelError(response, 413, tooLarge('response', body));
    } else if (status === 200) {
      response.writeHead(200, {
        'content-type': contentType,
        'x-amzn-invoked-production-variant': this.options.variantName,
      });
      response.end(body);
    } else {
      this.sendModelError(response, status, body);
    }
  }

  /** The request is a file, and so is the answer, which is there at once. */
  private async invokeQueued(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { headers } = request;
    const place = String(headers['x-amzn-sagemaker-inputlocation']).replace(/^s3:\/\//, '');
    const file = this.queue.get(place);
    if (!file) {
      sendError(response, 400, 'ValidationError', `there is no file ${place}`);
      return;
    }
    const contentType = String(headers['x-amzn-sagemaker-content-type'] ?? file.contentType);
    const [address, agent, sent] = this.forwarded(request, '/invocations', file.body);
    const asked = { ...sent, headers: { 'content-type': contentType } };
    const answer = await sendToServer(address, agent, asked).catch(timedOut);
    this.keepFirst({ request: { contentType, body: file.body }, answer });
    if (answer.status !== 200) this.errors += `${messageOf(answer.body)}\n`;
    const { output, failure } = this.queue.keep(answer);
    response.writeHead(202, {
      'content-type': 'application/json',
      'x-amzn-sagemaker-outputlocation': output,
      'x-amzn-sagemaker-failurelocation': failure,
    });
    response.end('{}');
  }

  private async invokeStream(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const sent = await buffer(request);
    const contentType = request.headers['content-type'] ?? '';
    const answer = await openResponse(...this.forwarded(request, '/invocations', sent));
    const status = answer.statusCode ?? 0;
    const answerType = answer.headers['content-type'] ?? '';
    const keep = (body: Buffer): void =>
      this.keepFirst({
        request: { contentType, body: sent },
        answer: { contentType: answerType, body },
        isStream: true,
      });
    if (status !== 200) {
      const body = await buffer(answer);
      keep(body);
      this.sendModelError(response, status, body);
      return;
    }
    response.writeHead(200, {
      'content-type': 'application/vnd.amazon.eventstream',
      'x-amzn-sagemaker-content-type': answerType,
      'x-amzn-invoked-production-variant': this.options.variantName,
    });
    keep(await sendParts(answer, response));
  }

  private keepFirst(exchange: Exchange): void {
    if (this.firstExchanges.some(({ targetModel }) => targetModel === exchange.targetModel)) return;
    this.firstExchanges.push(exchange);
  }

  private sendModelError(response: http.ServerResponse, status: number, body: Buffer): void {
    this.errors += `${messageOf(body)}\n`;
    sendModelError(response, status, body.toString());
  }

  /** What the container would see of a request, and what Triton answers. */
  private async ask(asked: http.IncomingMessage, path: string, body: Buffer): Promise<ServerAnswer> {
    const { host, requestTimeoutSeconds: timeoutSeconds } = this.options;
    const targetModel = targetOf(asked);
    if (host && path !== '/ping') {
      if (targetModel === undefined) return { status: 400, contentType: 'text/plain', body: Buffer.from(NO_TARGET) };
      return host.invoke(targetModel, { headers: passedOn(asked), body, timeoutSeconds });
    }
    return sendToServer(...this.forwarded(asked, path, body));
  }

  private forwarded(asked: http.IncomingMessage, path: string, body: Buffer): [Address, http.Agent, ServerRequest] {
    const { triton, invocations, requestTimeoutSeconds: timeoutSeconds } = this.options;
    const target = path === '/invocations' && invocations ? invocations : { address: triton, path };
    const { method = 'GET' } = asked;
    return [target.address, this.agent, { method, path: target.path, headers: passedOn(asked), body, timeoutSeconds }];
  }

  /** What is loaded, and unloading: for people who try it. */
  private async manageModels(
    host: ModelHost,
    { method }: http.IncomingMessage,
    targetModel: string,
    response: http.ServerResponse,
  ): Promise<void> {
    if (method === 'GET') response.end(JSON.stringify({ models: host.loadedModels }));
    else if (method === 'DELETE') response.writeHead((await host.unload(targetModel)) ? 200 : 404).end();
    else sendError(response, 405, 'MethodNotAllowed', `${method} /models`);
  }

  private getObject(key: string, response: http.ServerResponse): void {
    const queued = this.queue.get(key);
    if (queued) {
      response.writeHead(200, { 'content-type': queued.contentType }).end(queued.body);
      return;
    }
    const content = this.options.objects.read(key)?.toString();
    if (content === undefined) {
      response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
      return;
    }
    response.end(this.options.transform?.(content) ?? content);
  }
}

const NO_TARGET = 'a multi-model endpoint requires the header X-Amzn-SageMaker-Target-Model';

function targetOf({ headers }: http.IncomingMessage): string | undefined {
  const target = headers['x-amzn-sagemaker-target-model'];
  return target === undefined ? undefined : String(target);
}

/** Triton wraps it in JSON. */
function messageOf(body: Buffer): string {
  try {
    return (JSON.parse(body.toString()) as { error?: string }).error ?? '';
  } catch {
    return body.toString();
  }
}

/** The headers that SageMaker hands on to the container. */
function passedOn({ headers }: http.IncomingMessage): Record<string, string> {
  const passed = Object.entries(headers).filter(([name]) => /^(content-type|accept)$|^x-amzn-sagemaker-/.test(name));
  return Object.fromEntries(passed) as Record<string, string>;
}

function tooLarge(what: string, { length }: Buffer): string {
  return `the ${what} has ${length} bytes; SageMaker accepts at most ${MAX_BODY_BYTES}`;
}

/** SageMaker answers in the place of a container that takes too long. */
function timedOut(error: Error): ServerAnswer {
  if (!(error instanceof RequestTimeout)) throw error;
  const body = Buffer.from(`${error.message}, as long as --request-timeout allows`);
  return { status: 504, contentType: 'text/plain', body };
}

function sendModelError(response: http.ServerResponse, OriginalStatusCode: number, OriginalMessage: string): void {
  const side = OriginalStatusCode < 500 ? 'client' : 'server';
  const message = `Received ${side} error (${OriginalStatusCode}) from primary with message "${OriginalMessage}"`;
  sendError(response, 424, 'ModelError', message, { OriginalStatusCode, OriginalMessage });
}

function sendError(
  response: http.ServerResponse,
  status: number,
  code: string,
  message: string,
  fields: object = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': code });
  response.end(JSON.stringify({ Message: message, ...fields }));
}
