/** An app whose endpoint has no instance: see strict.test.ts. */
import { App, Stack } from 'aws-cdk-lib';
import { TritonRealtimeEndpoint } from '../../lib';
import { classifier } from '../endpoint/fixtures';

const app = new App();
const endpoint = new TritonRealtimeEndpoint(new Stack(app, 'Stack'), 'Classifier', { model: classifier() });
endpoint.cfnEndpointConfig.addPropertyOverride('ProductionVariants.0.InitialInstanceCount', 0);
app.synth();
