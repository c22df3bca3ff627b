import * as os from 'os';
import { LocalVariant } from './local-variants';
import { missingGpuReason } from './missing-gpu';
import { missingModuleReason } from './missing-module';
import { NotRunError, notRunReason, VariantOutcome } from './outcome';
import { TritonProcess } from './triton-process';

/** Messages of libraries that cannot reach a host. */
const NO_NETWORK =
  /Temporary failure in name resolution|Name or service not known|Network is unreachable|getaddrinfo|NewConnectionError|couldn't connect to|Failed to resolve|Connection refused|No address associated with hostname/i;

/** Details of a failed run. */
interface FailedRun {
  /** Undefined if the server was not started. */
  readonly server?: TritonProcess;
  /** Whether the server uses the network of this host (`--network`). */
  readonly network: boolean;
  readonly variant: LocalVariant;
}

/** Determines the outcome of a run from the error that it threw. */
export function describeFailure(
  error: NodeJS.ErrnoException,
  { server, network, variant }: FailedRun,
): { outcome: VariantOutcome; reason: string } {
  if (server?.exitSignal.aborted && !error.message.includes(server.exitSignal.reason.message)) {
    return { outcome: 'FAILED', reason: `Triton stopped during a request: ${server.exitSignal.reason.message}` };
  }
  if (error.code === 'ENOSPC') {
    const reason = `there is no space left for the run's files in ${os.tmpdir()}; set TMPDIR to a different folder`;
    return { outcome: 'NOT RUN', reason };
  }
  const hostReason = error instanceof NotRunError ? error.message : hostReasonOf(error.message, variant);
  if (hostReason !== undefined) return { outcome: 'NOT RUN', reason: hostReason };
  const failedDownload = !network && NO_NETWORK.test(error.message);
  return { outcome: 'FAILED', reason: failedDownload ? `${error.message}\n${networkAdvice(variant)}` : error.message };
}

/** The reason why a model that causes these errors cannot run on this host; undefined if the host is not the reason. */
export function hostReasonOf(errors: string, variant: LocalVariant): string | undefined {
  return notRunReason(errors) ?? missingModuleReason(errors, variant) ?? missingGpuReason(errors, variant);
}

function networkAdvice({ networkIsolation }: LocalVariant): string {
  return networkIsolation
    ? 'The server has no network here, as on the endpoint, whose models have network isolation.'
    : 'The server has a private network here, from which nothing can be downloaded; --network gives it the network of this host.';
}
