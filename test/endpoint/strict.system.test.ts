import { App, Stack } from 'aws-cdk-lib';
import { TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

// What the apps pass in test/bin/strict.test.ts is able to fail.

/** CDK's own validation of templates against CloudFormation's schemas, with errors instead of warnings. */
const STRICT = { context: { '@aws-cdk/core:validateAgainstDefaultRules': true } };

beforeAll(() => {
  delete process.env.CDK_VALIDATION;
});
afterAll(() => {
  process.env.CDK_VALIDATION = 'false';
});

test('a template that CloudFormation would refuse does not', () => {
  const app = new App(STRICT);
  const endpoint = new TritonRealtimeEndpoint(new Stack(app, 'Stack'), 'Classifier', { model: classifier() });
  endpoint.cfnEndpointConfig.addPropertyOverride('ProductionVariants.0.InitialInstanceCount', 0);
  expect(() => app.synth()).toThrow(/InitialInstanceCount: 0 is less than the minimum of 1/);
});
