import { randomBytes } from 'crypto';
import { once } from 'events';
import * as http from 'http';
import { AddressInfo } from 'net';
import { buffer } from 'stream/consumers';
import { AssemblyAssets } from '../assembly/assets';
import { Exchange, InvocationOptions, Invocations } from './invocations';
import { sendError } from './loopback-responses';

/* The messages of SageMaker (aws-samples/amazon-kendra-langchain-extensions#64, read 2026-11-28). */
const REQUIRED =
  'Inference Component Name header is required for endpoints to which you plan to deploy inference components. Please include Inference Component Name header or consider using SageMaker models.';
const NOT_ALLOWED =
  'Inference Component Name header is not allowed for endpoints to which you dont plan to deploy inference components. Please remove the Inference Component Name header and try again.';

/** The response of a custom resource handler to CloudFormation. */
export interface CloudFormationResponse {
  readonly Status: string;
  readonly Reason: string;
  readonly Data?: Record<string, string>;
}

export interface LoopbackOptions extends InvocationOptions {
  /** The inference component that the server serves; undefined for the server of a variant. */
  readonly inferenceComponentName?: string;
  /** The name of the endpoint configuration that DescribeEndpoint returns. */
  readonly endpointConfigName?: string;
  /** The name of the model that DescribeInferenceComponent returns. */
  readonly modelName?: string;
  readonly assets: AssemblyAssets;
  /** Changes the content of an asset before GetObject returns it. */
  readonly transform?: (content: string) => string;
}

/**
 * Implements the AWS APIs that a smoke test calls, on 127.0.0.1 and in AWS's wire format:
 *
 * - SageMaker Runtime: forwards requests to Triton's `/invocations` or, with a target model, to `/models/…/invoke`
 * - SageMaker: DescribeEndpoint, DescribeInferenceComponent
 * - S3: GetObject returns the assets of the assembly, and the files of an asynchronous endpoint; PutObject adds a request file
 * - CloudFormation: receives the response of the smoke test handler (a custom resource)
 *
 * Other users of this host and web pages can also send requests to 127.0.0.1, so the path of the URL contains a secret.
 */
export class AwsLoopback {
  public static async start(options: LoopbackOptions): Promise<AwsLoopback> {
    const loopback = new AwsLoopback(options);
    loopback.server.listen(0, '127.0.0.1');
    await once(loopback.server, 'listening');
    return loopback;
  }

  /** The response that the smoke test handler sent to CloudFormation; undefined if it has not sent one. */
  public cloudFormationResponse?: CloudFormationResponse;

  private readonly invocations: Invocations;
  private readonly secret = randomBytes(16).toString('hex');
  private readonly server = http.createServer((request, response) => {
    this.respond(request, response).catch((error: Error) => sendError(response, 500, 'InternalFailure', error.message));
  });

  private constructor(private readonly options: LoopbackOptions) {
    this.invocations = new Invocations(options);
  }

  /** The base URL, including the secret. */
  public get url(): string {
    return `http://127.0.0.1:${this.port}/${this.secret}`;
  }

  /** The first request to each model of a multi-model endpoint, or the first request to any other endpoint. */
  public get firstExchanges(): Exchange[] {
    return this.invocations.firstExchanges;
  }

  /** The error messages of the model, which the result of the smoke test contains. */
  public get errors(): string {
    return this.invocations.errors;
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  public close(): void {
    this.server.close();
    this.server.closeAllConnections();
    this.invocations.close();
  }

  private async respond(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method } = request;
    const { endpointConfigName: EndpointConfigName, modelName: ModelName } = this.options;
    const pathname = this.pathAfterSecret(request);
    const action = request.headers['x-amz-target'];
    if (pathname === undefined) {
      sendError(response, 403, 'AccessDeniedException', 'the URL differs from the URL that the command has printed');
    } else if (method === 'PUT' && pathname === '/cloudformation-response') {
      this.cloudFormationResponse = JSON.parse((await buffer(request)).toString());
      response.end();
    } else if (method === 'POST' && /^\/endpoints\/[^/]+\/invocations$/.test(pathname)) {
      if (this.isRouted(request, response)) await this.invocations.invoke(request, response);
    } else if (method === 'POST' && /^\/endpoints\/[^/]+\/invocations-response-stream$/.test(pathname)) {
      if (this.isRouted(request, response)) await this.invocations.invokeStream(request, response);
    } else if (method === 'POST' && /^\/endpoints\/[^/]+\/async-invocations$/.test(pathname)) {
      await this.invocations.invokeAsync(request, response);
    } else if (pathname === '/invocations' || pathname === '/ping') {
      await this.invocations.proxy(request, pathname, response);
    } else if (action === 'SageMaker.DescribeEndpoint') {
      response.end(JSON.stringify({ EndpointStatus: 'InService', EndpointConfigName }));
    } else if (action === 'SageMaker.DescribeInferenceComponent') {
      const RuntimeConfig = { CurrentCopyCount: 1, DesiredCopyCount: 1 };
      response.end(
        JSON.stringify({ InferenceComponentStatus: 'InService', Specification: { ModelName }, RuntimeConfig }),
      );
    } else if (method === 'PUT') {
      const contentType = request.headers['content-type'] ?? '';
      this.invocations.files.put(decodeURIComponent(pathname.slice(1)), { contentType, body: await buffer(request) });
      response.end();
    } else if (method === 'GET') {
      this.getObject(decodeURIComponent(pathname.slice(1)), response);
    } else {
      sendError(response, 404, 'UnknownOperationException', `${method} ${pathname}`);
    }
  }

  /** Whether a request names the inference component of the server. Otherwise, sends SageMaker's error. */
  private isRouted({ headers }: http.IncomingMessage, response: http.ServerResponse): boolean {
    const { inferenceComponentName } = this.options;
    const name = headers['x-amzn-sagemaker-inference-component'];
    if (name === inferenceComponentName) return true;
    const message =
      inferenceComponentName === undefined
        ? NOT_ALLOWED
        : name === undefined
          ? REQUIRED
          : `InferenceComponentName: got ${String(name)}; running: ${inferenceComponentName}`;
    sendError(response, 400, 'ValidationError', message);
    return false;
  }

  /** Returns the part of the path after the secret; undefined if the secret is missing, or a web page sent the request. */
  private pathAfterSecret({ url = '/', headers }: http.IncomingMessage): string | undefined {
    const hosts = [`127.0.0.1:${this.port}`, `localhost:${this.port}`];
    if (headers.origin !== undefined || !hosts.includes(headers.host ?? '')) return undefined;
    const [, secret, ...parts] = new URL(url, this.url).pathname.split('/');
    return secret === this.secret ? `/${parts.join('/')}` : undefined;
  }

  private getObject(key: string, response: http.ServerResponse): void {
    const file = this.invocations.files.get(key);
    if (file) {
      response.writeHead(200, { 'content-type': file.contentType }).end(file.body);
      return;
    }
    const content = this.options.assets.read(key)?.toString();
    if (content === undefined) {
      response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>');
      return;
    }
    response.end(this.options.transform?.(content) ?? content);
  }
}
