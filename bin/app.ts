import { App } from 'aws-cdk-lib';
import { BertLargeStack } from './bert-large-stack';
import { CanaryReleaseStack } from './canary-release-stack';
import { ImageClassifierStack } from './image-classifier-stack';
import { ImagePipelineStack } from './image-pipeline-stack';
import { PrivateStack } from './private-stack';
import { T5Stack } from './t5-stack';
import { TextClassifierStack } from './text-classifier-stack';

const app = new App();
new ImageClassifierStack(app, 'ImageClassifier');
new TextClassifierStack(app, 'TextClassifier');
new ImagePipelineStack(app, 'ImagePipeline');
new BertLargeStack(app, 'BertLarge');
new T5Stack(app, 'T5');
new CanaryReleaseStack(app, 'CanaryRelease');
new PrivateStack(app, 'Private');
app.synth();
