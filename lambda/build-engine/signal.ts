import { shown } from '../../lib/findings/shown';
import type { EngineProperties } from '../../lib/engine/engine-properties';
import { log } from '../shared/log';
import { putResult } from '../shared/put-result';
import type { Outcome } from '../shared/respond';

/** Long enough for a sentence; CloudFormation shows it as the reason of the wait condition. */
const MAXIMUM_CHARACTERS = 1500;

/** Sends the outcome to a wait condition. A repeated signal has the same id, and counts once. */
export async function signal({ WaitHandle = '' }: EngineProperties, id: string, outcome: Outcome): Promise<void> {
  log(`Signal ${id}: ${outcome.status}: ${outcome.reason}`);
  const body = {
    Status: outcome.status === 'SUCCESS' ? 'SUCCESS' : 'FAILURE',
    UniqueId: id,
    Reason: [...shown(outcome.reason)].slice(0, MAXIMUM_CHARACTERS).join(''),
    Data: outcome.status,
  };
  await putResult(WaitHandle, JSON.stringify(body));
}
