import * as http from 'http';
import { sendToServer, ServerAnswer, ServerRequest } from '../server-request';
import { Address } from '../triton-process';

/** A request as the container would see it. */
export type HostRequest = Pick<ServerRequest, 'headers' | 'body' | 'timeoutSeconds'>;

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

  private send(method: string, path: string, targetModel: string, request: HostRequest): Promise<ServerAnswer> {
    const headers = { ...request.headers, 'x-amzn-sagemaker-target-model': targetModel };
    return sendToServer(this.address, this.agent, { ...request, method, path, headers });
  }
}
