/** Synthesizes an endpoint with the model in a folder, and copies the model files to the assembly: synth-process.ts MODEL OUTDIR [archive] */
import { App, Stack } from 'aws-cdk-lib';
import { AssetStaging, ModelFiles, Packaging, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from '../endpoint/fixtures';

const [model, outdir, archive] = process.argv.slice(2);
const app = new App({ outdir });
new TritonRealtimeEndpoint(new Stack(app, 'Serving'), 'Classifier', {
  model: classifier({ files: ModelFiles.fromDirectory(model) }),
  packaging: archive ? Packaging.ARCHIVE : Packaging.UNCOMPRESSED,
  assetStaging: AssetStaging.COPY,
});
app.synth();
