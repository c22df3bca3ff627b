import { once } from 'node:events';
import { createServer, request as sendRequest, Server } from 'node:http';
import { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The parameters of a request in the query protocol of AWS, such as `Action` and `StackName`. */
export type FormRequest = Readonly<Record<string, string>>;

/** Forwards requests to a server, and records the requests in the query protocol. */
export class RequestRecorder {
  public static async start(target: string): Promise<RequestRecorder> {
    const requests: FormRequest[] = [];
    const server = createServer(async (received, response) => {
      const body = await buffer(received);
      if (received.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
        requests.push(Object.fromEntries(new URLSearchParams(body.toString())));
      const { method, headers } = received;
      const forwarded = sendRequest(new URL(received.url ?? '/', target), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      forwarded.on('error', () => response.destroy());
      forwarded.end(body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new RequestRecorder(server, requests);
  }

  private constructor(
    private readonly server: Server,
    public readonly requests: readonly FormRequest[],
  ) {}

  public get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  public stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
