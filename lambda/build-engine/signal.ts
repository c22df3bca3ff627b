import type { EngineProperties } from '../../lib/engine/engine-properties';
import type { Outcome } from '../shared/respond';

/** Long enough for a sentence; CloudFormation shows it as the reason of the wait condition. */
const MAXIMUM_CHARACTERS = 1500;

/** Sends the outcome to a wait condition. A repeated signal has the same id, and counts once. */
export async function signal({ WaitHandle = '' }: EngineProperties, id: string, outcome: Outcome): Promise<void> {
  console.log(`Signal ${id}: ${outcome.status}: ${outcome.reason}`);
  const body = {
    Status: outcome.status === 'SUCCESS' ? 'SUCCESS' : 'FAILURE',
    UniqueId: id,
    Reason: outcome.reason.slice(0, MAXIMUM_CHARACTERS),
    Data: outcome.status,
  };
  const response = await fetch(WaitHandle, {
    method: 'PUT',
    headers: { 'content-type': '' }, // the URL is signed without one
    body: Buffer.from(JSON.stringify(body)),
  });
  if (!response.ok) throw new Error(`CloudFormation responded with HTTP ${response.status} to the signal`);
}
