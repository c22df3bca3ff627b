import { ChildProcess, spawn } from 'node:child_process';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import getPort from 'get-port';
import { awsProgram } from '../../aws-venv';
import { unmetByCopy, withoutChanged } from './s3-conditions';

export const ASSETS = 'assets';
export const MODELS = 'models';

/** What S3 responds instead of doing what it is asked. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
}

/** Happens before a request reaches the server, which it does not where there is a refusal. */
export type Before = (request: http.IncomingMessage) => Promise<Refusal | void> | Refusal | void;

/** A real S3 server (moto's), behind a proxy through which a test can watch what is asked, and interfere. */
export class S3Server {
  public static async start(env: Record<string, string> = {}): Promise<S3Server> {
    const port = await getPort();
    const options = ['-H', '127.0.0.1', '-p', `${port}`];
    const child = spawn(awsProgram('moto_server'), options, { stdio: 'ignore', env: { ...process.env, ...env } });
    const server = new S3Server(child, port);
    await server.answers();
    await new Promise<void>((resolve) => server.proxy.listen(0, '127.0.0.1', resolve));
    return server;
  }

  /** The server itself. */
  public readonly client: S3Client;
  /** What is done before each request of the handler. */
  public before: Before = () => undefined;
  /** What S3 says of the bytes of a multipart upload, and moto does not; in base64. */
  public wholeObjectCrc32?: string;
  private readonly proxy = http.createServer((request, response) => void this.forward(request, response));

  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
  ) {
    this.client = new S3Client({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'nobody', secretAccessKey: 'nothing' },
      forcePathStyle: true,
    });
  }

  /** Where the handler finds S3. */
  public get url(): string {
    return `http://127.0.0.1:${(this.proxy.address() as AddressInfo).port}`;
  }

  /** Two empty buckets, and nothing that interferes: a test sees nothing of the one before. */
  public async reset(): Promise<void> {
    this.before = () => undefined;
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

  private async answers(): Promise<void> {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${this.port}/`).catch(() => undefined);
      if (answer) return;
      if (this.child.exitCode !== null) throw new Error(`the S3 server ended with ${this.child.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  private async forward(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const refusal = (await this.before(request)) ?? (await unmetByCopy(this.client, request));
    if (refusal) {
      request.resume();
      response.writeHead(refusal.status).end(`<Error><Code>${refusal.code}</Code><Message>Try later</Message></Error>`);
      return;
    }
    const { method, url = '', headers } = request;
    if (method === 'POST' && /\?delete\b/.test(url)) return this.deleteMany(request, response);
    const onward = http.request({ host: '127.0.0.1', port: this.port, method, path: url, headers }, (answer) => {
      void this.answer(request, answer, response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }

  private async deleteMany(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { url = '', headers } = request;
    const { body, errors } = await withoutChanged(this.client, url, await text(request));
    const result = body.includes('<Object>') ? await this.post(url, headers, body) : '<DeleteResult></DeleteResult>';
    response.end(result.replace(/<DeleteResult[^>]*>/, `$&${errors}`));
  }

  private async post(path: string, headers: http.IncomingHttpHeaders, body: string): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method: 'POST',
      headers: { authorization: headers.authorization ?? '', 'x-amz-date': `${headers['x-amz-date']}` },
      body,
    });
    return answer.text();
  }

  private async answer(
    { method, url = '' }: http.IncomingMessage,
    answer: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> {
    const completes = method === 'POST' && url.includes('uploadId=');
    if (!completes || !this.wholeObjectCrc32) {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      return;
    }
    const checksum = `<ChecksumCRC32>${this.wholeObjectCrc32}</ChecksumCRC32><ChecksumType>FULL_OBJECT</ChecksumType>`;
    response.end((await text(answer)).replace('</CompleteMultipartUploadResult>', `${checksum}$&`));
  }
}
