import type { Context } from 'aws-lambda';
import { publishProbeMetrics } from './probe-metrics';
import { hasAllTraffic, isDue } from './probe-schedule';
import { describeEndpoint } from './endpoint-status';
import { readJson } from './example-store';
import { EndpointClient } from './invoke';
import { ModelRequest, requestsFor } from './requests';
import { ask, titleOf } from './smoke-test';
import { log } from '../shared/log';
import { TestPlan } from './test-plan';

/** What the schedule says each minute. */
export interface ProbeEvent {
  /** When this run was due. */
  readonly time: string;
  readonly endpointName: string;
  readonly variantName: string;
  /** Whether that variant is to answer. */
  readonly targetVariant?: boolean;
  /** The endpoint configuration that it was deployed with. */
  readonly endpointConfigName: string;
  /** Whether old and new fleet share the traffic for a while when the endpoint is updated. */
  readonly sharesTraffic?: boolean;
  /** Minutes between requests while the endpoint is not updating. */
  readonly intervalMinutes: number;
  /** What the latency was planned to be. */
  readonly plannedMilliseconds?: number;
  /** Where the models and examples are: JSON of `TestPlan`. */
  readonly planBucket: string;
  readonly planKey: string;
}

/** One hiccup of the service is no fault of the model. */
const ATTEMPTS = 3;
const RESERVE_MILLISECONDS = 5_000;

/** Kept for the next run in the same environment; a changed plan has another key. */
const requests = new Map<string, Promise<ModelRequest[]>>();

/** Sends one request when one is due, and publishes how it went. */
export async function runProbe(event: ProbeEvent, context: Context): Promise<void> {
  const { endpointName, endpointConfigName, variantName, plannedMilliseconds } = event;
  const minute = Math.floor(Date.parse(event.time) / 60_000);
  const endpoint = await describeEndpoint(endpointName);
  if (!isDue(endpoint, endpointConfigName, minute, event.intervalMinutes)) return;

  const all = await requestsOf(event);
  if (all.length === 0) return;
  const request = all[Math.floor(minute / event.intervalMinutes) % all.length];
  const signal = AbortSignal.timeout(context.getRemainingTimeInMillis() - RESERVE_MILLISECONDS);
  const client = new EndpointClient(endpointName, ATTEMPTS, signal);
  const targetVariant = event.targetVariant ? variantName : undefined;
  const { milliseconds, problem, loading } = await ask(client, request, targetVariant);
  if (problem !== undefined) log(`${titleOf(request, targetVariant)}: ${problem}`);
  // A multi-model endpoint loads a model when it is asked for; that is neither right nor wrong.
  if (loading) return;
  publishProbeMetrics({
    endpointName,
    variantName,
    endpointConfigName: hasAllTraffic(endpoint, endpointConfigName, event.sharesTraffic)
      ? endpointConfigName
      : undefined,
    succeeded: problem === undefined,
    milliseconds: Number.isNaN(milliseconds) ? undefined : milliseconds,
    plannedMilliseconds,
  });
}

function requestsOf({ planBucket, planKey }: ProbeEvent): Promise<ModelRequest[]> {
  const place = `${planBucket}/${planKey}`;
  const kept = requests.get(place);
  if (kept) return kept;
  const fresh = readJson<TestPlan>(planBucket, planKey).then(({ models, examples }) =>
    models.flatMap((model) =>
      requestsFor(model, examples[model.name])
        .slice(0, 1)
        // A model's error to zeros that mean nothing to it would count in the endpoint's metrics, and so in its alarms.
        .filter(({ mayBeRejected }) => !mayBeRejected),
    ),
  );
  requests.set(place, fresh);
  fresh.catch(() => requests.delete(place));
  return fresh;
}
