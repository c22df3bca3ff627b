/** An app that CloudFormation would reject, because its endpoint has no instance, for strict.proof.test.ts. */
import { App, Stack } from 'aws-cdk-lib';
import { TritonRealtimeEndpoint } from '../../lib';
import { classifier } from '../endpoint/fixtures';

const app = new App();
const endpoint = new TritonRealtimeEndpoint(new Stack(app, 'Stack'), 'Classifier', { model: classifier() });
endpoint.cfnEndpointConfig.addPropertyOverride('ProductionVariants.0.InitialInstanceCount', 0);
app.synth();
