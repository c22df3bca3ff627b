import { RoutingStrategy } from '../../lib/platform';
import { RandomStream } from '../../lib/measurements/random-stream';

/** Distributes requests over the first servers of a list, the servers that serve requests. */
export class Router {
  /** Requests of each server that have no response yet. */
  public readonly outstanding: number[];

  constructor(
    servers: number,
    private readonly strategy: RoutingStrategy,
    private readonly random: RandomStream,
  ) {
    this.outstanding = new Array<number>(servers).fill(0);
  }

  /** Chooses a server, and counts the request. If several servers have the fewest requests, the choice is random. */
  public send(serving: number): number {
    const candidates = this.outstanding.slice(0, serving).map((_, server) => server);
    const fewest = Math.min(...candidates.map((server) => this.outstanding[server]));
    const best =
      this.strategy === RoutingStrategy.RANDOM
        ? candidates
        : candidates.filter((server) => this.outstanding[server] === fewest);
    const server = best[this.random.integer(best.length)];
    this.outstanding[server]++;
    return server;
  }

  public complete(server: number): void {
    this.outstanding[server]--;
  }
}
