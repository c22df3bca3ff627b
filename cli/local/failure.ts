import * as os from 'os';
import { LocalVariant } from './assembly';
import { NotRun, notRunReason, Outcome } from './outcome';
import { TritonProcess } from './triton-process';

/** What libraries say when they cannot reach a host. */
const NO_NETWORK =
  /Temporary failure in name resolution|Name or service not known|Network is unreachable|getaddrinfo|NewConnectionError|couldn't connect to|Failed to resolve|Connection refused|No address associated with hostname/i;

/** What is known of a run that failed. */
interface Circumstances {
  readonly server?: TritonProcess;
  readonly network: boolean;
  readonly variant: LocalVariant;
}

/** How a run ended that threw an error, and why, in words. */
export function describeFailure(
  error: NodeJS.ErrnoException,
  { server, network, variant }: Circumstances,
): { outcome: Outcome; reason: string } {
  if (server?.gone.aborted && !error.message.includes(server.gone.reason.message)) {
    return { outcome: 'FAILED', reason: `Triton stopped during a request: ${server.gone.reason.message}` };
  }
  if (error.code === 'ENOSPC') {
    const reason = `there is no space left for the run's files in ${os.tmpdir()}; set TMPDIR to a different folder`;
    return { outcome: 'NOT RUN', reason };
  }
  const here = error instanceof NotRun ? error.message : notRunReason(error.message);
  if (here !== undefined) return { outcome: 'NOT RUN', reason: here };
  const mayDownload = !network && NO_NETWORK.test(error.message);
  return { outcome: 'FAILED', reason: mayDownload ? `${error.message}\n${networkAdvice(variant)}` : error.message };
}

function networkAdvice({ networkIsolation }: LocalVariant): string {
  return networkIsolation
    ? 'The server has no network here, as on the endpoint, whose models have network isolation.'
    : 'The server has a private network here, from which nothing can be downloaded; --network gives it the network of this host.';
}
