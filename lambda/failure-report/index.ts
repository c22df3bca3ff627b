import type { FailureReportEvent } from '../../lib/contracts/failure-report-event';
import { findFailure } from './find-failure';
import { reportFailure } from './report';

/** Reports why a deployment of an endpoint failed, if the change of the status means that it failed. */
export async function handler(event: FailureReportEvent): Promise<void> {
  const failure = await findFailure(event);
  if (failure) await reportFailure(failure);
}
