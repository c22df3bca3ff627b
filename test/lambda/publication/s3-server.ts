import { ChildProcess, ChildProcessByStdio, spawn } from 'node:child_process';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { awsProgram } from '../../aws-venv';

export const ASSETS = 'assets';
export const MODELS = 'models';

/** S3's error response to a request that S3 does not execute. */
export interface Rejection {
  readonly status: number;
  readonly code: string;
}

/** Called before a request is forwarded to the server. If it returns a rejection, the request is not forwarded. */
export type BeforeRequest = (request: http.IncomingMessage) => Promise<Rejection | void> | Rejection | void;

/** An S3 server (moto) behind a proxy, with which a test can observe and reject requests. */
export class S3Server {
  public static async start(env: Record<string, string> = {}): Promise<S3Server> {
    // The server chooses its port. A port that this process chooses could be in use before the server listens.
    const child = spawn(awsProgram('moto_server'), ['-H', '127.0.0.1', '-p', '0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
    });
    const server = new S3Server(child, await listeningPort(child));
    await new Promise<void>((resolve) => server.proxy.listen(0, '127.0.0.1', resolve));
    return server;
  }

  /** A client that sends requests to the server directly, not through the proxy. */
  public readonly client: S3Client;
  /** Called before each request of the handler. */
  public beforeRequest: BeforeRequest = () => undefined;
  /** The base64 checksum to add to the response to CompleteMultipartUpload. S3 returns a checksum, but moto does not. */
  public wholeObjectCrc32?: string;
  private readonly proxy = http.createServer((request, response) => void this.forward(request, response));

  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {
    this.client = new S3Client({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      forcePathStyle: true,
    });
  }

  /** The URL of the proxy, which the handler uses as the base URL of S3. */
  public get url(): string {
    return `http://127.0.0.1:${(this.proxy.address() as AddressInfo).port}`;
  }

  /** Resets the server to two empty buckets, and resets the proxy. */
  public async reset(): Promise<void> {
    this.beforeRequest = () => undefined;
    this.wholeObjectCrc32 = undefined;
    await fetch(`http://127.0.0.1:${this.port}/moto-api/reset`, { method: 'POST' });
    for (const Bucket of [ASSETS, MODELS]) await this.client.send(new CreateBucketCommand({ Bucket }));
  }

  public async stop(): Promise<void> {
    this.client.destroy();
    this.proxy.closeAllConnections();
    await new Promise((resolve) => this.proxy.close(resolve));
    this.child.kill();
    await new Promise((resolve) => this.child.once('exit', resolve));
  }

  private async forward(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const rejection = await this.beforeRequest(request);
    if (rejection) {
      request.resume();
      response
        .writeHead(rejection.status)
        .end(`<Error><Code>${rejection.code}</Code><Message>Try later</Message></Error>`);
      return;
    }
    const { method, url = '', headers } = request;
    const forwarded = http.request({ host: '127.0.0.1', port: this.port, method, path: url, headers }, (upstream) => {
      void this.sendResponse(request, upstream, response);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  }

  private async sendResponse(
    { method, url = '' }: http.IncomingMessage,
    upstream: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> {
    const completesUpload = method === 'POST' && url.includes('uploadId=');
    if (!completesUpload || !this.wholeObjectCrc32) {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
      return;
    }
    const checksum = `<ChecksumCRC32>${this.wholeObjectCrc32}</ChecksumCRC32><ChecksumType>FULL_OBJECT</ChecksumType>`;
    response.end((await text(upstream)).replace('</CompleteMultipartUploadResult>', `${checksum}$&`));
  }
}

/** The port that the server prints when it listens. */
function listeningPort(child: ChildProcessByStdio<null, null, Readable>): Promise<number> {
  return new Promise((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => {
      const [, port] = /Running on http:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
    child.once('error', reject);
    child.once('exit', (status) => reject(new Error(`the S3 server ended with ${status}`)));
  });
}
