import { App, Duration, Stack, Token } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { warning } from '../../lib/findings/finding';
import { reportFindings } from '../../lib/findings/report';
import {
  LatencyObjective,
  Tensor,
  TritonImage,
  TritonModel,
  TritonMultiModelEndpoint,
  TritonRealtimeEndpoint,
  TritonRealtimeEndpointProps,
  UpdateStrategy,
} from '../../lib';
import { classifier } from './fixtures';

const TEXT = Token.asString({ Ref: 'Text' });
const NUMBER = Token.asNumber({ Ref: 'Number' });
const MINUTES = Duration.minutes(NUMBER);

const createEndpoint =
  (props: Partial<TritonRealtimeEndpointProps>) =>
  (stack: Stack): unknown =>
    new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), ...props });
const createEndpointWithModel = (props: Parameters<typeof classifier>[0]) =>
  createEndpoint({ model: classifier(props) });

const CASES: Record<string, (stack: Stack) => unknown> = {
  'the name of a model': createEndpointWithModel({ name: TEXT }),
  'part of the name of a model': createEndpointWithModel({ name: `/${TEXT}` }),
  'the name of a tensor': createEndpointWithModel({ inputs: [Tensor.fp32(TEXT, [3, 32, 32])] }),
  'a dimension': createEndpointWithModel({ inputs: [Tensor.fp32('image', [NUMBER])] }),
  'the batch size': createEndpointWithModel({ maxBatchSize: NUMBER }),
  'a release': () => TritonImage.forRelease(TEXT),
  'a percentile': () => LatencyObjective.ofPercentile(NUMBER, Duration.millis(5)),
  'a latency objective': () => LatencyObjective.p99(Duration.millis(NUMBER)),
  'a timeout': createEndpoint({ containerStartupHealthCheckTimeout: MINUTES }),
  'a bake time': createEndpoint({ updateStrategy: UpdateStrategy.allAtOnce({ bakeTime: MINUTES }) }),
  'variables of the server': createEndpoint({ server: { environment: { [TEXT]: TEXT } } }),
  'a probe': createEndpoint({ probe: { interval: MINUTES } }),
  'a model of a multi-model endpoint': (stack) =>
    new TritonMultiModelEndpoint(stack, 'Endpoint', { models: [classifier()] }).targetModel(TEXT),
  'a folder': () => TritonModel.fromDirectory(TEXT),
};

test.each(Object.entries(CASES))(
  'if %s is a token, the error describes the token instead of printing its encoded value',
  (_, create) => {
    let errorText = '';
    try {
      create(new Stack(new App(), 'Stack'));
    } catch (error) {
      errorText = String(error);
    }
    expect(errorText).toMatch(/known (only at deployment|at synth)/);
    expect(errorText).not.toMatch(/Token\[|e\+289/);
  },
);

test('a warning describes a token instead of printing its encoded value', () => {
  const stack = new Stack(new App(), 'Stack');
  reportFindings(stack, [warning('sm.some-rule', `variants[${TEXT}]`, `got ${NUMBER}; allowed: 1`)]);
  Annotations.fromStack(stack).hasWarning(
    '/Stack',
    Match.stringLikeRegexp('^variants\\[<a value known only at deployment>\\]: got a value known only at deployment; '),
  );
});
