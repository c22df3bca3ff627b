import * as fs from 'node:fs';
import * as path from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { InstanceType } from 'cdk-sagemaker-triton';
import { model } from './model';
import { ServingStack } from './serving-stack';

process.env.CDK_VALIDATION = 'false'; // CDK's own validation of templates takes seconds, and 'cdk synth' runs it, too

const SNAPSHOT = path.join(__dirname, 'serving-stack.snapshot.json');

// A snapshot is the same in a checkout in which Git LFS has not downloaded the model files.
const app = new App({ context: { 'cdk-sagemaker-triton:templatesOnly': true } });
const template = Template.fromStack(new ServingStack(app, 'MyModelServing'));

/** The template without dashboards, whose content changes often and does not change the endpoint. */
function withoutDashboards(): Record<string, unknown> {
  const { Resources, ...others } = template.toJSON();
  const keptResources = Object.entries<{ Type: string }>(Resources).filter(
    ([, { Type }]) => Type !== 'AWS::CloudWatch::Dashboard',
  );
  return { ...others, Resources: Object.fromEntries(keptResources) };
}

test('Triton would load the model', () => {
  expect(model.validate({ instanceType: InstanceType.G4DN_XLARGE })).toEqual([]);
});

test('the stack has an endpoint on one type of instance', () => {
  template.resourceCountIs('AWS::SageMaker::Endpoint', 1);
  template.hasResourceProperties('AWS::SageMaker::EndpointConfig', {
    ProductionVariants: [{ InstanceType: 'ml.g4dn.xlarge' }],
  });
});

// Commit the snapshot. To accept a change, delete the file and run the test again.
test('the template equals the snapshot', () => {
  const stable = withoutDashboards();
  if (!fs.existsSync(SNAPSHOT)) fs.writeFileSync(SNAPSHOT, `${JSON.stringify(stable, undefined, 2)}\n`);
  expect(stable).toEqual(JSON.parse(fs.readFileSync(SNAPSHOT, 'utf8')));
});
