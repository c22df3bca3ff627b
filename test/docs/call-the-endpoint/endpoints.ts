import { once } from 'node:events';
import * as fs from 'node:fs';
import * as http from 'node:http';
import { AddressInfo } from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { AwsLoopback } from '../../../cli/local/aws-loopback';
import { ARTIFACTS_FOLDER, classifier } from '../../endpoint/fixtures';
import { RealTriton } from '../../lambda/real-triton';

/** The endpoints of docs/call-the-endpoint.md. As in a Region, all endpoints have one URL. One real Triton server serves the models of all endpoints. */
export class Endpoints {
  public static async start(): Promise<Endpoints> {
    const work = fs.mkdtempSync(path.join(os.tmpdir(), 'endpoints-'));
    const folder = path.join(work, 'image-classifier');
    fs.cpSync(path.join(ARTIFACTS_FOLDER, 'image-classifier', 'onnx'), folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'config.pbtxt'), classifier().config.toText());
    const triton = await RealTriton.start(folder);
    await triton.load('classifier.tar.gz', '', folder);
    await triton.load('embedder.tar.gz', '', path.join(__dirname, 'embedder'));
    await triton.load('story', '', 'story');
    const classifierEndpoint = await triton.startModelEndpoint('classifier.tar.gz');
    const endpoints = new Endpoints(work, triton, {
      'image-classifier': classifierEndpoint,
      vision: classifierEndpoint,
      documents: classifierEndpoint,
      embedder: await triton.startModelEndpoint('embedder.tar.gz'),
      story: await triton.startGenerateEndpoint('story', 'generate_stream'),
    });
    endpoints.server.listen(0, '127.0.0.1');
    await once(endpoints.server, 'listening');
    return endpoints;
  }

  private readonly server = http.createServer((request, response) => this.forward(request, response));

  private constructor(
    private readonly work: string,
    private readonly triton: RealTriton,
    private readonly loopbacks: Record<string, AwsLoopback>,
  ) {}

  public get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  public async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    for (const loopback of Object.values(this.loopbacks)) loopback.close();
    await this.triton.stop();
    fs.rmSync(this.work, { recursive: true });
  }

  /** Forwards a request to its endpoint. Requests without an endpoint name are S3 requests for the files of the asynchronous endpoint. */
  private forward(request: http.IncomingMessage, response: http.ServerResponse): void {
    const { method, url = '/', headers } = request;
    const [, name = 'documents'] = /^\/endpoints\/([^/]+)\//.exec(url) ?? [];
    const target = new URL(this.loopbacks[name].url + url);
    const forwarded = http.request(target, { method, headers: { ...headers, host: target.host } }, (result) => {
      response.writeHead(result.statusCode ?? 0, result.headers);
      result.pipe(response);
    });
    request.pipe(forwarded);
  }
}
