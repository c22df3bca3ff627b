import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { InstanceType } from 'cdk-sagemaker-triton';
import { model } from './model';
import { ServingStack } from './serving-stack';

process.env.CDK_VALIDATION = 'false'; // CDK's own validation of templates takes seconds, and 'cdk synth' runs it, too

test('Triton would load the model', () => {
  expect(model.validate({ instanceType: InstanceType.G4DN_XLARGE })).toEqual([]);
});

test('the stack has an endpoint on one type of instance', () => {
  const template = Template.fromStack(new ServingStack(new App(), 'MyModelServing'));
  template.resourceCountIs('AWS::SageMaker::Endpoint', 1);
  template.hasResourceProperties('AWS::SageMaker::EndpointConfig', {
    ProductionVariants: [{ InstanceType: 'ml.g4dn.xlarge' }],
  });
});
