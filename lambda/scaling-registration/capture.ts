import { isDeepStrictEqual } from 'node:util';
import { DeclaredCapture } from '../../lib/scaling/registration-properties';
import { describeEndpoint } from './endpoint';

/** Data capture that a deployment changes, and the endpoint has not changed. */
export class RetainedCapture extends Error {}

/**
 * An update retains the instance counts of variants that scale (RetainAllVariantProperties). DataCaptureConfig is among the properties that
 * such an update could retain, too, and cannot be excluded: "Not currently supported" (API reference, VariantProperty, read in November 2026).
 * Only what is exactly as before is retained, so that an address that SageMaker returns in other words fails nothing.
 */
export async function checkCapture(
  endpointName: string,
  before: DeclaredCapture | undefined,
  after: DeclaredCapture | undefined,
): Promise<void> {
  if (isDeepStrictEqual(before, after)) return;
  const endpoint = await describeEndpoint(endpointName);
  if (!endpoint || !isDeepStrictEqual(endpoint.capture, before)) return;
  throw new RetainedCapture(
    `The data capture of ${endpointName} did not change. The endpoint captures ${inWords(before)}; the deployment declares ${inWords(after)}. ` +
      'SageMaker retained the data capture because the endpoint scales. To change the data capture, deploy it once with `Scaling.none()` ' +
      'and the current number of instances as `instanceCount`, and then deploy your `scaling` again',
  );
}

function inWords(capture: DeclaredCapture | undefined): string {
  return capture ? `${capture.samplingPercentage} % of the requests to ${capture.destination}` : 'nothing';
}
