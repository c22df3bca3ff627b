import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { InstanceType, TritonImage, TritonRealtimeEndpoint } from '../../../lib';
import { bert } from './fixtures';

test('try', () => {
  const stack = new Stack(new App(), 'Stack');
  new TritonRealtimeEndpoint(stack, 'Bert', {
    model: bert(),
    image: TritonImage.forRelease('25.04'),
    instancePools: [{ instanceType: InstanceType.G5_XLARGE }, { instanceType: InstanceType.G6_XLARGE }],
  });
  const t = Template.fromStack(stack);
  console.log(JSON.stringify(t.findResources('Custom::TritonEngine'), null, 1));
  console.log(JSON.stringify(t.findResources('Custom::TritonModelPublication'), null, 1));
  console.log(JSON.stringify(t.findResources('AWS::SageMaker::Model'), null, 1));
  console.log(
    JSON.stringify(
      Object.entries(t.findResources('AWS::IAM::Policy')).filter(([k]) => k.includes('Engines')),
      null,
      1,
    ),
  );
});
