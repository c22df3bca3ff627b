import { App } from 'aws-cdk-lib';
import { ServingStack } from './serving-stack';

new ServingStack(new App(), 'MyModelServing');
