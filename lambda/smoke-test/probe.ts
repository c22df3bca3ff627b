import type { Context } from 'aws-lambda';
import { describeComponentState } from './component-status';
import { publishProbeMetrics } from './probe-metrics';
import { hasAllTraffic, isComponentDue, isDue, ProbedComponent } from './probe-schedule';
import { describeState } from './endpoint-status';
import { readJson } from './read-plan';
import { EndpointClient } from './invoke';
import { ModelRequest, requestsFor } from './requests';
import { sendRequest, titleOf } from './smoke-test';
import { log } from '../shared/log';
import { TestPlan } from '../../lib/contracts/smoke-test-properties';

/** The event that the schedule of the probe sends each minute. */
export interface ProbeEvent {
  /** The scheduled time. */
  readonly time: string;
  readonly endpointName: string;
  readonly variantName: string;
  /** Whether the request must be sent to this variant (with `TargetVariant`). */
  readonly targetVariant?: boolean;
  /** The endpoint configuration of the probe's deployment. Undefined for an inference component. */
  readonly endpointConfigName?: string;
  readonly inferenceComponent?: ProbedComponent;
  /** Whether the old and the new fleet share the traffic during an update. */
  readonly sharesTraffic?: boolean;
  /** Minutes between requests while the endpoint is not updating. */
  readonly intervalMinutes: number;
  /** Time for the request and its repetitions. */
  readonly timeoutSeconds: number;
  /** Location of the models and examples, as JSON of `TestPlan`. */
  readonly planBucket: string;
  readonly planKey: string;
}

/** Attempts at a request, since a transient error of SageMaker is not an error of the model. */
const ATTEMPTS = 3;
const RESERVE_MILLISECONDS = 5_000;
/**
 * Events are dropped after this time. Lambda keeps events of a throttled function for hours, and repeats them after an error or a timeout, but a
 * late result would count for the wrong minute.
 */
const MAX_AGE_MILLISECONDS = Number(process.env.MAX_AGE_MILLISECONDS ?? 75_000);

/**
 * A cache of the requests for later runs in the same execution environment, by the location of their test plan. A changed plan has a new S3
 * key.
 */
const cachedRequests = new Map<string, Promise<ModelRequest[]>>();

/** Sends a request if one is due, and publishes the result. */
export async function runProbe(event: ProbeEvent, context: Context): Promise<void> {
  const { endpointName, variantName } = event;
  if (Date.now() - Date.parse(event.time) > MAX_AGE_MILLISECONDS) return log('The event is late: the next one is due');
  const minute = Math.floor(Date.parse(event.time) / 60_000);
  const due = await dueRequest(event, minute);
  if (!due) return;

  const availableRequests = await loadRequests(event);
  if (availableRequests.length === 0) return;
  const request = availableRequests[Math.floor(minute / event.intervalMinutes) % availableRequests.length];
  const signal = AbortSignal.timeout(
    Math.min(context.getRemainingTimeInMillis() - RESERVE_MILLISECONDS, event.timeoutSeconds * 1_000),
  );
  const client = new EndpointClient(
    { endpointName, inferenceComponent: event.inferenceComponent?.name },
    ATTEMPTS,
    signal,
  );
  const targetVariant = event.targetVariant ? variantName : undefined;
  const { milliseconds, problem, loading, noCapacity } = await sendRequest(client, request, targetVariant);
  if (problem !== undefined) log(`${titleOf(request, targetVariant)}: ${problem}`);
  // A multi-model endpoint loads a model at its first request. Until then, the result is neither a success nor a failure.
  if (loading) return;
  // Scaling removed the last copy after the state was read.
  if (noCapacity && event.inferenceComponent?.scalesToZero) return;
  publishProbeMetrics({
    endpointName,
    variantName,
    endpointConfigName: due.endpointConfigName,
    succeeded: problem === undefined,
    milliseconds: Number.isNaN(milliseconds) ? undefined : milliseconds,
  });
}

/**
 * Whether a request is due. Returns undefined if not, and otherwise the endpoint configuration for which the result counts, if there is
 * exactly one.
 */
async function dueRequest(
  event: ProbeEvent,
  minute: number,
): Promise<{ readonly endpointConfigName?: string } | undefined> {
  const { endpointName, endpointConfigName = '', inferenceComponent, intervalMinutes, sharesTraffic } = event;
  if (inferenceComponent) {
    const component = await describeComponentState(inferenceComponent.name);
    return isComponentDue(component, inferenceComponent, minute, intervalMinutes) ? {} : undefined;
  }
  const endpoint = await describeState(endpointName);
  if (!isDue(endpoint, endpointConfigName, minute, intervalMinutes)) return undefined;
  return hasAllTraffic(endpoint, endpointConfigName, sharesTraffic) ? { endpointConfigName } : {};
}

function loadRequests({ planBucket, planKey }: ProbeEvent): Promise<ModelRequest[]> {
  const location = `${planBucket}/${planKey}`;
  const existingRequests = cachedRequests.get(location);
  if (existingRequests) return existingRequests;
  const newRequests = readJson<TestPlan>(planBucket, planKey).then(({ models, examples }) =>
    models.flatMap((model) =>
      requestsFor(model, examples[model.name])
        .slice(0, 1)
        // Omit requests with meaningless zeros: if the model rejected them, the errors would count in the endpoint's metrics and alarms.
        .filter(({ mayBeRejected }) => !mayBeRejected),
    ),
  );
  cachedRequests.set(location, newRequests);
  newRequests.catch(() => cachedRequests.delete(location));
  return newRequests;
}
