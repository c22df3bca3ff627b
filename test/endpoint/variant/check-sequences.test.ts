import { Stack, Token } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import {
  Batching,
  Scaling,
  TritonModel,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
} from '../../../lib';
import { classifier } from '../fixtures';

const SEQUENCES = { batching: Batching.sequenceDirect() };

/** The warnings of a stack about sequences. */
function warningsOf(stack: Stack): string[] {
  return Annotations.fromStack(stack)
    .findWarning('*', Match.stringLikeRegexp('seq\\.instances'))
    .map(({ entry }) => String(entry.data));
}

function found(model: TritonModel, props: Partial<TritonRealtimeEndpointProps> = {}): string[] {
  const stack = new Stack();
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model, ...props });
  return warningsOf(stack);
}

describe('a model with sequences', () => {
  test.each<[string, Partial<TritonRealtimeEndpointProps>, number]>([
    ['that scaling brings to 2 instances, as it does by default', {}, 2],
    ['on 3 instances', { instanceCount: 3, scaling: Scaling.none() }, 3],
  ])('%s gets a warning', (_, props, instances) => {
    expect(found(classifier(SEQUENCES), props)).toEqual([
      expect.stringMatching(
        new RegExp(
          `batching: got sequence batching with up to ${instances} instances; SageMaker sends each request to any of them.*` +
            'latest/dg/stateful-sessions\\.html.*instanceCount: 1 and scaling: Scaling\\.none\\(\\)',
        ),
      ),
    ]);
  });

  test('on one instance is right', () => {
    expect(found(classifier(SEQUENCES), { scaling: Scaling.none() })).toEqual([]);
  });

  test('on a number of instances that is only known during the deployment is not judged', () => {
    const instanceCount = Token.asNumber({ Ref: 'Count' });
    expect(found(classifier(SEQUENCES), { instanceCount, scaling: Scaling.none() })).toEqual([]);
  });

  test('gets the warning on a multi-model endpoint, too', () => {
    const stack = new Stack();
    new TritonMultiModelEndpoint(stack, 'Endpoint', { models: [classifier(SEQUENCES)], instanceCount: 2 });
    expect(warningsOf(stack)).toHaveLength(1);
  });
});

test('an iterative sequence is one request, and a model without sequences keeps no state', () => {
  expect(found(classifier({ batching: Batching.sequenceDirect({ iterativeSequence: true }) }))).toEqual([]);
  expect(found(classifier())).toEqual([]);
});
