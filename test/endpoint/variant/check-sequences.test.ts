import { Stack, Token } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import {
  ModelConfig,
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

function warningsFor(model: TritonModel, props: Partial<TritonRealtimeEndpointProps> = {}): string[] {
  const stack = new Stack();
  new TritonRealtimeEndpoint(stack, 'Endpoint', { model, ...props });
  return warningsOf(stack);
}

describe('a model with sequence batching', () => {
  test.each<[string, Partial<TritonRealtimeEndpointProps>, number]>([
    ['that scales to 2 instances, which is the default,', {}, 2],
    ['on 3 instances', { instanceCount: 3, scaling: Scaling.none() }, 3],
  ])('%s causes a warning', (_, props, instances) => {
    expect(warningsFor(classifier(SEQUENCES), props)).toEqual([
      expect.stringMatching(
        new RegExp(
          `batching: got sequence batching with up to ${instances} instances; SageMaker sends each request to any of them.*` +
            'latest/dg/stateful-sessions\\.html.*instanceCount: 1 and scaling: Scaling\\.none\\(\\)',
        ),
      ),
    ]);
  });

  test('on one instance is valid', () => {
    expect(warningsFor(classifier(SEQUENCES), { scaling: Scaling.none() })).toEqual([]);
  });

  test('on a number of instances that is known only at deployment is not checked', () => {
    const instanceCount = Token.asNumber({ Ref: 'Count' });
    expect(warningsFor(classifier(SEQUENCES), { instanceCount, scaling: Scaling.none() })).toEqual([]);
  });

  test('causes a warning on a multi-model endpoint', () => {
    const stack = new Stack();
    new TritonMultiModelEndpoint(stack, 'Endpoint', { models: [classifier(SEQUENCES)], instanceCount: 2 });
    expect(warningsOf(stack)).toHaveLength(1);
  });
});

test('an iterative sequence, which is one request, causes no warning, and neither does a model without sequences', () => {
  const config = ModelConfig.fromText('sequence_batching { iterative_sequence: true direct { } }');
  expect(warningsFor(classifier({ config }))).toEqual([]);
  expect(warningsFor(classifier())).toEqual([]);
});
