import { Token } from 'aws-cdk-lib';
import { Finding, warning } from '../../findings/finding';
import { TritonModel } from '../../model';
import { modelAndMembers } from '../../model/model-validation';
import { Variant } from '../endpoint';

const PAGE = 'https://docs.aws.amazon.com/sagemaker/latest/dg/stateful-sessions.html';

/**
 * Sequences of several requests need one instance. SageMaker routes the requests of a session to the same instance if the container gives
 * the session its id, in the header X-Amzn-SageMaker-New-Session-Id; Triton does not (triton-inference-server/server,
 * src/sagemaker_server.cc on main, read 2026-11-22).
 */
export function checkSequences({ serving, scaling, initialInstanceCount }: Variant): Finding[] {
  const { maximum } = scaling._range(initialInstanceCount);
  if (Token.isUnresolved(maximum) || maximum <= 1) return [];
  return serving.models.flatMap((model) =>
    modelAndMembers(model).flatMap((each) => {
      if (!hasSequences(each)) return [];
      const message =
        `got sequence batching with up to ${maximum} instances; SageMaker sends each request to any of them, and Triton rejects one whose ` +
        `sequence began on another. SageMaker's stateful sessions (${PAGE}) need a container that opens them, which Triton does not. ` +
        'Set instanceCount: 1 and scaling: Scaling.none(), or begin and end a sequence with each request';
      return [warning('seq.instances', each === model ? 'batching' : `model '${each.name}'.batching`, message)];
    }),
  );
}

interface Scheduling {
  readonly sequence_batching?: { readonly iterative_sequence?: boolean };
}

/** An iterative sequence is one request, which the server schedules again and again. */
function hasSequences({ config }: TritonModel): boolean {
  const { sequence_batching: sequences }: Scheduling = config._json;
  return sequences !== undefined && !sequences.iterative_sequence;
}
