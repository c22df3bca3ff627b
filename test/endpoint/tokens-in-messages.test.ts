import { App, Duration, Stack, Token } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { warning } from '../../lib/findings/finding';
import { reportFindings } from '../../lib/findings/report';
import {
  LatencyObjective,
  Recommendations,
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

const endpoint =
  (props: Partial<TritonRealtimeEndpointProps>) =>
  (stack: Stack): unknown =>
    new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), ...props });
const model = (props: Parameters<typeof classifier>[0]) => endpoint({ model: classifier(props) });

const CASES: Record<string, (stack: Stack) => unknown> = {
  'the name of a model': model({ name: TEXT }),
  'part of the name of a model': model({ name: `/${TEXT}` }),
  'the name of a tensor': model({ inputs: [Tensor.fp32(TEXT, [3, 32, 32])] }),
  'a dimension': model({ inputs: [Tensor.fp32('image', [NUMBER])] }),
  'the batch size': model({ maxBatchSize: NUMBER }),
  'a release': () => TritonImage.forRelease(TEXT),
  'a percentile': () => LatencyObjective.ofPercentile(NUMBER, Duration.millis(5)),
  'a latency objective': () => LatencyObjective.p99(Duration.millis(NUMBER)),
  'a timeout': endpoint({ containerStartupHealthCheckTimeout: MINUTES }),
  'a bake time': endpoint({ updateStrategy: UpdateStrategy.allAtOnce({ bakeTime: MINUTES }) }),
  'variables of the server': endpoint({ server: { environment: { [TEXT]: TEXT } } }),
  'a probe': endpoint({ probe: { interval: MINUTES } }),
  'a model of a multi-model endpoint': (stack) =>
    new TritonMultiModelEndpoint(stack, 'Endpoint', { models: [classifier()] }).targetModel(TEXT),
  'the ARN of an endpoint': (stack) =>
    TritonRealtimeEndpoint.fromEndpointArn(stack, 'Endpoint', `arn:aws:sagemaker:${TEXT}:1:model/a`),
  'a folder': () => TritonModel.fromDirectory(TEXT),
  results: (stack) => Recommendations.fromBucket(stack, TEXT, 'results.csv'),
};

test.each(Object.entries(CASES))('%s that is a token is words in the error', (_, make) => {
  let said = '';
  try {
    make(new Stack(new App(), 'Stack'));
  } catch (error) {
    said = String(error);
  }
  expect(said).toMatch(/known (only at deployment|at synth)/);
  expect(said).not.toMatch(/Token\[|e\+289/);
});

test('a warning has words, too', () => {
  const stack = new Stack(new App(), 'Stack');
  reportFindings(stack, [warning('sm.some-rule', `variants[${TEXT}]`, `got ${NUMBER}; allowed: 1`)]);
  Annotations.fromStack(stack).hasWarning(
    '/Stack',
    Match.stringLikeRegexp('^variants\\[<a value known only at deployment>\\]: got a value known only at deployment; '),
  );
});
