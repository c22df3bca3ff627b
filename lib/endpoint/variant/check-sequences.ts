import { Finding, warning } from '../../findings/finding';
import { TritonModel } from '../../model';
import { modelAndMembers } from '../../model/rules/model-validation';
import { Host } from '../resolved/host';
import { isUnresolved } from '../../findings/is-unresolved';

const SESSIONS_PAGE = 'https://docs.aws.amazon.com/sagemaker/latest/dg/stateful-sessions.html';

/**
 * Warns about models with sequences of several requests on an endpoint with more than one instance. SageMaker routes the requests of a
 * session to the same instance if the container returns the session ID in the header X-Amzn-SageMaker-New-Session-Id. Triton does not
 * return this header (triton-inference-server/server, src/sagemaker_server.cc on main, read 2026-11-22).
 */
export function checkSequences({ models, range: { maximum } }: Host): Finding[] {
  if (isUnresolved(maximum) || maximum <= 1) return [];
  return models.flatMap((model) =>
    modelAndMembers(model).flatMap((part) => {
      if (!hasSequences(part)) return [];
      const message =
        `got sequence batching with up to ${maximum} instances; SageMaker sends each request to any of them, and Triton rejects a request ` +
        `whose sequence began on a different instance. SageMaker's stateful sessions (${SESSIONS_PAGE}) need a container that opens them, which Triton does not. ` +
        'Set instanceCount: 1 and scaling: Scaling.none(), or begin and end a sequence with each request';
      return [warning('seq.instances', part === model ? 'batching' : `model '${part.name}'.batching`, message)];
    }),
  );
}

/** Whether sequences have several requests. An iterative sequence is a single request, which the server schedules repeatedly. */
function hasSequences({ config }: TritonModel): boolean {
  const { sequence_batching: sequences } = config._document;
  return sequences !== undefined && !sequences.iterative_sequence;
}
