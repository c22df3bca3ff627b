import { ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import type { PublicationManifest } from '../../../lib/contracts/publication-manifest';
import { ASSETS, MODELS, S3Server } from './s3-server';

/** The prefix of all objects that the function publishes in the tests. */
export const GROUP = 'stack/endpoint/model/';
export const ENGINES = 'stack/_engines/';

/** The limits of the handler in the tests, so that small files count as large. */
export const SINGLE_COPY_LIMIT = 6 * 1024 ** 2;
export const PART_BYTES = 5 * 1024 ** 2; // the minimum of S3

type EventType = 'Create' | 'Update' | 'Delete';

interface HandlerResponse {
  readonly Status: 'SUCCESS' | 'FAILED';
  readonly Reason: string;
  readonly PhysicalResourceId: string;
}

/** Simulates CloudFormation for one resource: sends events to the handler, and receives the responses. */
export class Deployment {
  public static async start(s3: S3Server, env: Record<string, string> = {}): Promise<Deployment> {
    const deployment = new Deployment(s3);
    await new Promise<void>((resolve) => deployment.responses.listen(0, '127.0.0.1', resolve));
    deployment.child = fork(path.join(__dirname, 'handler-process.ts'), {
      execArgv: ['--import', 'tsx'],
      env: {
        ...process.env,
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
        AWS_ENDPOINT_URL_S3: s3.url,
        PERMISSION_PAUSE_MILLISECONDS: '1',
        LONGEST_INVOCATION_MILLISECONDS: '1000',
        SINGLE_COPY_LIMIT: `${SINGLE_COPY_LIMIT}`,
        PART_BYTES: `${PART_BYTES}`,
        ...env,
      },
      silent: true,
    });
    return deployment;
  }

  private child?: ChildProcess;
  private lastResponse?: HandlerResponse;
  private readonly responses = http.createServer((request, response) => {
    void json(request).then((body) => {
      this.lastResponse = body as HandlerResponse;
      response.end();
    });
  });

  /** The properties of the last event, and the ID in the last response. */
  private properties: object = {};
  private physicalId = '';

  private constructor(private readonly s3: S3Server) {}

  /** Sends an event for the prefix of a version. */
  public async send(type: EventType, version: string, manifestKey: string): Promise<HandlerResponse> {
    const Prefix = `${GROUP}${version}/`;
    return this.sendEvent(type, `s3://${MODELS}/${Prefix}`, { ManifestKey: manifestKey, Prefix });
  }

  /** Sends an event for a declaration of an open prefix. */
  public async sendOpen(
    type: EventType,
    declaration: string,
    manifestKey: string,
    id = `s3://${MODELS}/${GROUP}declared/${declaration}.json`,
  ): Promise<HandlerResponse> {
    return this.sendEvent(type, id, { ManifestKey: manifestKey, Prefix: `${GROUP}models/`, Declaration: declaration });
  }

  private async sendEvent(type: EventType, physicalId: string, ownProperties: object): Promise<HandlerResponse> {
    const properties = { SourceBucket: ASSETS, Bucket: MODELS, EnginePrefix: ENGINES, ...ownProperties };
    const previousProperties = this.properties;
    this.properties = properties;
    const { port } = this.responses.address() as AddressInfo;
    this.child?.send({
      RequestType: type,
      ResponseURL: `http://127.0.0.1:${port}/`,
      StackId: 'stack',
      RequestId: 'request',
      LogicalResourceId: 'Publication',
      ...(type === 'Update' && { PhysicalResourceId: this.physicalId }),
      ...(type === 'Delete' && { PhysicalResourceId: physicalId }),
      ...(type === 'Update' && { OldResourceProperties: previousProperties }),
      ResourceProperties: properties,
    });
    await once(this.child as ChildProcess, 'message');
    if (!this.lastResponse) throw new Error('CloudFormation received no response');
    if (type !== 'Delete') this.physicalId = this.lastResponse.PhysicalResourceId;
    return this.lastResponse;
  }

  /** Uploads an asset, as the CDK CLI does. */
  public async upload(key: string, body: Buffer | string): Promise<void> {
    await this.s3.client.send(new PutObjectCommand({ Bucket: ASSETS, Key: key, Body: body }));
  }

  /** Uploads the files of a model, some of them in a bundle, and the manifest. Returns the key of the manifest. */
  public async uploadModel(
    files: Record<string, Buffer>,
    texts: Record<string, string> = { 'model/config.pbtxt': 'name: "model"\n' },
    bundledFiles: Record<string, Buffer> = {},
  ): Promise<string> {
    const copies = [];
    for (const [filePath, body] of Object.entries(files)) {
      const key = `${sha256(body)}.bin`;
      await this.upload(key, body);
      copies.push({ path: filePath, bytes: body.length, sha256: sha256(body), crc32: crcOf(body), key });
    }
    const manifest: PublicationManifest = {
      copies,
      texts: Object.entries(texts).map(([filePath, content]) => ({ path: filePath, content })),
      ...(Object.keys(bundledFiles).length > 0 && { bundle: await this.uploadBundle(bundledFiles) }),
    };
    return this.uploadManifest(manifest);
  }

  public async uploadManifest(manifest: PublicationManifest): Promise<string> {
    const key = `${sha256(JSON.stringify(manifest))}.json`;
    await this.upload(key, JSON.stringify(manifest));
    return key;
  }

  /** The sizes of all objects in the model bucket, by their keys without the group prefix. */
  public async publishedSizes(): Promise<Record<string, number>> {
    const sizes: Record<string, number> = {};
    let token: string | undefined;
    do {
      const page = await this.s3.client.send(new ListObjectsV2Command({ Bucket: MODELS, ContinuationToken: token }));
      for (const { Key = '', Size = 0 } of page.Contents ?? []) sizes[Key.replace(GROUP, '')] = Size;
      token = page.NextContinuationToken;
    } while (token);
    return sizes;
  }

  public async readContent(key: string): Promise<Buffer> {
    const { Body } = await this.s3.client.send(new GetObjectCommand({ Bucket: MODELS, Key: GROUP + key }));
    return buffer(Body as NodeJS.ReadableStream);
  }

  /** Kills the function, as Lambda does at the timeout. */
  public kill(): void {
    this.child?.kill('SIGKILL');
  }

  public async stop(): Promise<void> {
    this.child?.kill();
    this.responses.closeAllConnections();
    await new Promise((resolve) => this.responses.close(resolve));
  }

  private async uploadBundle(bundledFiles: Record<string, Buffer>): Promise<PublicationManifest['bundle']> {
    const entries = Object.entries(bundledFiles);
    const index = JSON.stringify(
      entries.map(([filePath, body]) => ({ path: filePath, bytes: body.length, sha256: sha256(body) })),
    );
    const key = `${sha256(index)}.bundle`;
    await this.upload(key, Buffer.concat([Buffer.from(index), ...entries.map(([, body]) => body)]));
    return { key, indexBytes: Buffer.byteLength(index), indexSha256: sha256(index) };
  }
}

function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}

function crcOf(data: Buffer): string {
  return crc32(data).toString(16).padStart(8, '0');
}
