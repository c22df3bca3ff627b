import { once } from 'node:events';
import * as fs from 'node:fs';
import * as http from 'node:http';
import { AddressInfo } from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { AwsLoopback } from '../../../cli/local/aws-loopback';
import { ARTIFACTS, classifier } from '../../endpoint/fixtures';
import { RealTriton } from '../../lambda/real-triton';

/** The endpoints that the page invokes, behind one URL as in a region: all of them are models of one real Triton server. */
export class Endpoints {
  public static async start(): Promise<Endpoints> {
    const work = fs.mkdtempSync(path.join(os.tmpdir(), 'endpoints-'));
    const folder = path.join(work, 'image-classifier');
    fs.cpSync(path.join(ARTIFACTS, 'image-classifier', 'onnx'), folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'config.pbtxt'), classifier().config.toText());
    const triton = await RealTriton.start(folder);
    await triton.load('classifier.tar.gz', '', folder);
    await triton.load('embedder.tar.gz', '', path.join(__dirname, 'embedder'));
    await triton.load('story', '', 'story');
    const classifierEndpoint = await triton.endpointOf('classifier.tar.gz');
    const endpoints = new Endpoints(work, triton, {
      'image-classifier': classifierEndpoint,
      vision: classifierEndpoint,
      documents: classifierEndpoint,
      embedder: await triton.endpointOf('embedder.tar.gz'),
      story: await triton.generate('story', 'generate_stream'),
    });
    endpoints.server.listen(0, '127.0.0.1');
    await once(endpoints.server, 'listening');
    return endpoints;
  }

  private readonly server = http.createServer((request, response) => this.pass(request, response));

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

  /** To the endpoint of the request; what names none is a file in S3, which belongs to the asynchronous one. */
  private pass(request: http.IncomingMessage, response: http.ServerResponse): void {
    const { method, url = '/', headers } = request;
    const [, name = 'documents'] = /^\/endpoints\/([^/]+)\//.exec(url) ?? [];
    const target = new URL(this.loopbacks[name].url + url);
    const passed = http.request(target, { method, headers: { ...headers, host: target.host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  }
}
