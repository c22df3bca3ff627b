import { App, Stack } from 'aws-cdk-lib';
import { TritonRealtimeEndpoint } from '../../lib';
import { ImageClassifierStack } from '../../bin/image-classifier-stack';
import { TextClassifierStack } from '../../bin/text-classifier-stack';
import { VisionStack } from '../../bin/vision-stack';
import { classifier } from './fixtures';

jest.setTimeout(180_000); // the validator starts slowly

/** CDK's own validation of templates against CloudFormation's schemas, with errors instead of warnings. */
const STRICT = { context: { '@aws-cdk/core:validateAgainstDefaultRules': true } };

beforeAll(() => {
  delete process.env.CDK_VALIDATION;
});
afterAll(() => {
  process.env.CDK_VALIDATION = 'false';
});

test('the example stacks pass CDK’s strict validation', () => {
  const app = new App(STRICT);
  new ImageClassifierStack(app, 'ImageClassifier');
  new TextClassifierStack(app, 'TextClassifier');
  new VisionStack(app, 'Vision');
  expect(() => app.synth()).not.toThrow();
});

test('a template that CloudFormation would refuse does not', () => {
  const app = new App(STRICT);
  const endpoint = new TritonRealtimeEndpoint(new Stack(app, 'Stack'), 'Classifier', { model: classifier() });
  endpoint.cfnEndpointConfig.addPropertyOverride('ProductionVariants.0.InitialInstanceCount', 0);
  expect(() => app.synth()).toThrow(/InitialInstanceCount: 0 is less than the minimum of 1/);
});
