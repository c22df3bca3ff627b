import type { Context } from 'aws-lambda';
import type { ShadowComparisonEvent } from '../../lib/contracts/shadow-comparison-event';
import { SHADOW_METRICS } from '../../lib/facts/cloudwatch-metrics';
import { publishMetrics } from '../shared/embedded-metrics';
import { describeWithoutPayload } from '../smoke-test/describe-error';
import { compareWindow } from './compare-window';

/** Time reserved at the end of an invocation, to report that it takes too long. */
const RESERVE_MILLISECONDS = 5_000;

/**
 * Compares the captured responses of a shadow variant with those of the production variant, and publishes how many differ. Each scheduled run
 * compares the responses of one window of time and stores nothing, so a failed run affects no other run.
 */
export async function handler(event: ShadowComparisonEvent, context: Context): Promise<void> {
  const signal = AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - RESERVE_MILLISECONDS));
  // Throw a new error: Lambda logs all properties of an uncaught error, and they may contain payloads.
  const { compared, different, unmatched } = await compareWindow(event, signal).catch((error: unknown) => {
    throw new Error(`The responses could not be compared: ${describeWithoutPayload(error)}`);
  });
  const metrics = [
    { ...SHADOW_METRICS.comparedResponses, value: compared },
    { ...SHADOW_METRICS.differentResponses, value: different },
    ...(unmatched === undefined ? [] : [{ ...SHADOW_METRICS.unmatchedResponses, value: unmatched }]),
  ];
  publishMetrics({ EndpointName: event.endpointName, VariantName: event.shadowVariant }, [
    { dimensions: ['EndpointName', 'VariantName'], metrics },
  ]);
}
