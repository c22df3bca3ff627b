import { once } from 'events';
import * as http from 'http';
import { buffer } from 'stream/consumers';
import { Address } from '../triton-process';

/** A request as the container would see it. */
export interface HostRequest {
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** What the server answers. */
export interface ServerAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/**
 * The server's API for multi-model endpoints (triton-inference-server/server, src/sagemaker_server.cc). The target model's name replaces
 * the id as the name of the model, so it goes with every request.
 */
export class ModelsApi {
  private readonly agent = new http.Agent({ keepAlive: true });

  constructor(private readonly address: Address) {}

  public load(id: string, targetModel: string, url: string): Promise<ServerAnswer> {
    return this.send('POST', '/models', targetModel, { body: Buffer.from(JSON.stringify({ model_name: id, url })) });
  }

  public unload(id: string, targetModel: string): Promise<ServerAnswer> {
    return this.send('DELETE', `/models/${id}`, targetModel, {});
  }

  public invoke(id: string, targetModel: string, request: HostRequest): Promise<ServerAnswer> {
    return this.send('POST', `/models/${id}/invoke`, targetModel, request);
  }

  private async send(
    method: string,
    path: string,
    targetModel: string,
    { headers = {}, body = Buffer.alloc(0) }: Partial<HostRequest>,
  ): Promise<ServerAnswer> {
    const request = http.request({
      ...this.address,
      method,
      path,
      agent: this.agent,
      headers: { ...headers, 'x-amzn-sagemaker-target-model': targetModel, 'content-length': body.length },
    });
    request.end(body);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const contentType = response.headers['content-type'] ?? 'application/octet-stream';
    return { status: response.statusCode ?? 0, contentType, body: await buffer(response) };
  }
}
