import { TritonModel } from '../../model';
import { modelAndMembers } from '../../model/model-validation';
import { Finding, warning } from '../../findings/finding';
import { bytesOf, gibibytes } from '../models/check-model-data';
import { loadSeconds } from '../variant/startup-timeouts';

/** How long SageMaker lets a request wait for its model, which may go on loading after that. */
const LONGEST_WAIT_SECONDS = 60;

/**
 * Models that may not be loaded in the time that a request waits for them.
 *
 * Source: Amazon SageMaker AI developer guide, "Invoke a Multi-Model Endpoint" (read 2026-11-21).
 */
export function checkColdLoad(model: TritonModel, field: string): Finding[] {
  const bytes = modelAndMembers(model).reduce((sum, each) => sum + bytesOf(each), 0);
  const seconds = Math.round(loadSeconds(bytes));
  if (seconds <= LONGEST_WAIT_SECONDS) return [];
  return [
    warning(
      'mme.cold-load',
      field,
      `got ${gibibytes(bytes)} of files, which may take ${seconds} s to load; a request waits ${LONGEST_WAIT_SECONDS} s and then fails ` +
        'with ModelNotReadyException (429): have clients retry, or invoke the model before they do',
    ),
  ];
}
