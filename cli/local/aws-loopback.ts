import { once } from 'events';
import * as fs from 'fs';
import * as http from 'http';
import { AddressInfo } from 'net';
import { buffer } from 'stream/consumers';
import type { ModelHost } from './multi-model/model-host';
import type { ServerAnswer } from './multi-model/models-api';
import { sendParts } from './response-stream';
import { Address } from './triton-process';

/** One request to the endpoint as it passed through. */
export interface Exchange {
  readonly request: Buffer;
  readonly contentType: string;
  readonly targetModel?: string;
  readonly answer: Buffer;
  /** Whether the response came by InvokeEndpointWithResponseStream. */
  readonly isStream?: boolean;
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
  /** Files of the assembly by `bucket/key`. */
  readonly objects: Map<string, string>;
  /** Changes the content of an object before it is served. */
  readonly transform?: (content: string) => string;
}

/**
 * The AWS services that a smoke test talks to, on 127.0.0.1 and in AWS's wire format: SageMaker Runtime's InvokeEndpoint and
 * InvokeEndpointWithResponseStream in front of Triton's `/invocations` and, for a target model, `/models/…/invoke`, SageMaker's DescribeEndpoint, S3's GetObject in front of the
 * assembly's files, and the URL to which CloudFormation's answer goes.
 */
export class AwsLoopback {
  public static async start(options: LoopbackOptions): Promise<AwsLoopback> {
    const loopback = new AwsLoopback(options);
    loopback.server.listen(0, '127.0.0.1');
    await once(loopback.server, 'listening');
    return loopback;
  }

  /** The first request to the endpoint. */
  public firstExchange?: Exchange;
  /** What the handler told CloudFormation. */
  public cloudFormationResponse?: { Status: string; Reason: string; Data?: Record<string, string> };

  private readonly agent = new http.Agent({ keepAlive: true });
  private readonly server = http.createServer((request, response) => {
    this.answer(request, response).catch((error: Error) => sendError(response, 500, 'InternalFailure', error.message));
  });

  private constructor(private readonly options: LoopbackOptions) {}

  /** Base URL. */
  public get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  public close(): void {
    this.server.close();
    this.server.closeAllConnections();
    this.agent.destroy();
  }

  private async answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.url);
    if (request.method === 'PUT' && pathname === '/cloudformation-response') {
      this.cloudFormationResponse = JSON.parse((await buffer(request)).toString());
      response.end();
    } else if (request.method === 'POST' && /^\/endpoints\/[^/]+\/invocations$/.test(pathname)) {
      await this.invoke(request, response);
    } else if (request.method === 'POST' && /^\/endpoints\/[^/]+\/invocations-response-stream$/.test(pathname)) {
      await this.invokeStream(request, response);
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
    } else if (request.headers['x-amz-target'] === 'SageMaker.DescribeEndpoint') {
      const { endpointConfigName: EndpointConfigName } = this.options;
      response.end(JSON.stringify({ EndpointStatus: 'InService', EndpointConfigName }));
    } else if (request.method === 'GET') {
      this.getObject(decodeURIComponent(pathname.slice(1)), response);
    } else {
      sendError(response, 404, 'UnknownOperationException', `${request.method} ${pathname}`);
    }
  }

  private async invoke(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const sent = await buffer(request);
    const targetModel = targetOf(request);
    const path = targetModel === undefined ? '/invocations' : `/models/${encodeURIComponent(targetModel)}/invoke`;
    const { status, contentType, body } = await this.ask(request, path, sent);
    this.firstExchange ??= {
      request: sent,
      contentType: request.headers['content-type'] ?? '',
      targetModel,
      answer: body,
    };
    if (status === 200) {
      response.writeHead(200, {
        'content-type': contentType,
        'x-amzn-invoked-production-variant': this.options.variantName,
      });
      response.end(body);
    } else {
      sendModelError(response, status, body);
    }
  }

  private async invokeStream(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const sent = await buffer(request);
    const contentType = request.headers['content-type'] ?? '';
    const answer = await this.forward(request, '/invocations', sent);
    const status = answer.statusCode ?? 0;
    if (status !== 200) {
      const body = await buffer(answer);
      this.firstExchange ??= { request: sent, contentType, answer: body, isStream: true };
      sendModelError(response, status, body);
      return;
    }
    response.writeHead(200, {
      'content-type': 'application/vnd.amazon.eventstream',
      'x-amzn-sagemaker-content-type': answer.headers['content-type'],
      'x-amzn-invoked-production-variant': this.options.variantName,
    });
    const body = await sendParts(answer, response);
    this.firstExchange ??= { request: sent, contentType, answer: body, isStream: true };
  }

  /** What the container would see of a request, and what Triton answers. */
  private async ask(asked: http.IncomingMessage, path: string, body: Buffer): Promise<ServerAnswer> {
    const targetModel = targetOf(asked);
    if (this.options.host && path !== '/ping') {
      if (targetModel === undefined) return { status: 400, contentType: 'text/plain', body: Buffer.from(NO_TARGET) };
      return this.options.host.invoke(targetModel, { headers: passedOn(asked), body });
    }
    const response = await this.forward(asked, path, body);
    const contentType = response.headers['content-type'] ?? 'application/octet-stream';
    return { status: response.statusCode ?? 0, contentType, body: await buffer(response) };
  }

  private async forward(asked: http.IncomingMessage, path: string, body: Buffer): Promise<http.IncomingMessage> {
    const { triton, invocations } = this.options;
    const target = path === '/invocations' && invocations ? invocations : { address: triton, path };
    const request = http.request({
      ...target.address,
      method: asked.method,
      path: target.path,
      agent: this.agent,
      headers: { ...passedOn(asked), 'content-length': body.length },
    });
    request.end(body);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    return response;
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
    const file = this.options.objects.get(key);
    if (file === undefined) {
      response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
      return;
    }
    const content = fs.readFileSync(file, 'utf8');
    response.end(this.options.transform?.(content) ?? content);
  }
}

const NO_TARGET = 'a multi-model endpoint needs the header X-Amzn-SageMaker-Target-Model';

function targetOf({ headers }: http.IncomingMessage): string | undefined {
  const target = headers['x-amzn-sagemaker-target-model'];
  return target === undefined ? undefined : String(target);
}

/** The headers that SageMaker hands on to the container. */
function passedOn({ headers }: http.IncomingMessage): Record<string, string> {
  const passed = Object.entries(headers).filter(([name]) => /^(content-type|accept)$|^x-amzn-sagemaker-/.test(name));
  return Object.fromEntries(passed) as Record<string, string>;
}

function sendModelError(response: http.ServerResponse, status: number, body: Buffer): void {
  const side = status < 500 ? 'client' : 'server';
  const original = { OriginalStatusCode: status, OriginalMessage: body.toString() };
  const message = `Received ${side} error (${status}) from primary with message "${body}"`;
  sendError(response, 424, 'ModelError', message, original);
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
