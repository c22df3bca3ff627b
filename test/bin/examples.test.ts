import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { BertLargeStack } from '../../bin/bert-large-stack';
import { BertSweepStack } from '../../bin/bert-sweep-stack';
import { CanaryReleaseStack } from '../../bin/canary-release-stack';
import { ImageClassifierStack } from '../../bin/image-classifier-stack';
import { ImagePipelineStack } from '../../bin/image-pipeline-stack';
import { PrivateStack } from '../../bin/private-stack';
import { ResNet50Stack } from '../../bin/resnet-50-stack';
import { T5Stack } from '../../bin/t5-stack';
import { TextClassifierStack } from '../../bin/text-classifier-stack';
import { VisionStack } from '../../bin/vision-stack';
import { findCycle, referencesOf } from '../endpoint/template-graph';

const EXAMPLES: [string, (app: App) => Stack][] = [
  ['bert-large', (app) => new BertLargeStack(app, 'BertLarge')],
  ['bert-sweep', (app) => new BertSweepStack(app, 'BertSweep')],
  ['canary-release', (app) => new CanaryReleaseStack(app, 'CanaryRelease')],
  ['image-classifier', (app) => new ImageClassifierStack(app, 'ImageClassifier')],
  ['image-pipeline', (app) => new ImagePipelineStack(app, 'ImagePipeline')],
  ['private', (app) => new PrivateStack(app, 'Private')],
  ['resnet-50', (app) => new ResNet50Stack(app, 'ResNet50')],
  ['t5', (app) => new T5Stack(app, 'T5')],
  ['text-classifier', (app) => new TextClassifierStack(app, 'TextClassifier')],
  ['vision', (app) => new VisionStack(app, 'Vision')],
];

/** Handlers and models change often, and their content is tested elsewhere. */
function withoutHashes(template: object): object {
  return JSON.parse(JSON.stringify(template).replace(/[0-9a-f]{64}/g, '<hash>'));
}

describe.each(EXAMPLES)('%s', (_, make) => {
  const template = Template.fromStack(make(new App())).toJSON();

  test('its template is as it was', () => {
    expect(withoutHashes(template)).toMatchSnapshot();
  });

  test('its template has no cycle', () => {
    expect(findCycle(referencesOf(template.Resources))).toBeUndefined();
  });
});
