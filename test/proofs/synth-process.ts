/**
 * Synthesizes an endpoint with the model in a folder, and copies the model files to the assembly: synth-process.ts MODEL OUTDIR [archive].
 * With `archive`, it is a multi-model endpoint, which packs the model.
 */
import { App, Stack } from 'aws-cdk-lib';
import { ModelFiles, TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from '../endpoint/fixtures';

const [folder, outdir, archive] = process.argv.slice(2);
const app = new App({ outdir, context: { 'cdk-sagemaker-triton:assetStaging': 'copy' } });
const stack = new Stack(app, 'Serving');
const model = classifier({ files: ModelFiles.fromDirectory(folder) });
if (archive) new TritonMultiModelEndpoint(stack, 'Classifier', { models: [model] });
else new TritonRealtimeEndpoint(stack, 'Classifier', { model });
app.synth();
