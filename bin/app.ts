import { App } from 'aws-cdk-lib';
import { ImageClassifierStack } from './image-classifier-stack';
import { TextClassifierStack } from './text-classifier-stack';

const app = new App();
new ImageClassifierStack(app, 'ImageClassifier');
new TextClassifierStack(app, 'TextClassifier');
app.synth();
