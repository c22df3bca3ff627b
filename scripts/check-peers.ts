/**
 * Synthesizes new apps with the oldest and with the newest versions of the peer dependencies that the package accepts. The resources must be the
 * same.
 */
import assert from 'assert/strict';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import { createApp, packageTarball, ROOT, run, synthesize } from './fresh-app';
import { codeBlocks } from './markdown-blocks';
import { newestPeers, oldestPeers } from './package-apps/peers';

/** An app with features that differ between versions of aws-cdk-lib: properties that older L1 constructs lack, and scalable targets. */
const VERSION_DEPENDENT_APP = `
import { App, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { InstanceType, Scaling, TritonModel, TritonRealtimeEndpoint } from 'cdk-sagemaker-triton';

const stack = new Stack(new App(), 'Serving');
const model = TritonModel.fromDirectory('model-artifacts/image-classifier/onnx');
const metric = new Metric({ namespace: 'Load', metricName: 'Requests' });
const steps = [{ upper: 10, change: -1 }, { lower: 50, change: 1 }];
new TritonRealtimeEndpoint(stack, 'Steps', { model, instanceCount: 2, scaling: Scaling.steps({ maxCapacity: 4, metric, steps }) });
new TritonRealtimeEndpoint(stack, 'Pools', {
  model,
  instancePools: [{ instanceType: InstanceType.G5_XLARGE }, { instanceType: InstanceType.G5_2XLARGE }],
  shadowVariants: [{ variantName: 'Shadow' }],
});
`;

// Dashboards and metadata are formatted differently in different versions of CDK.
const VERSION_DEPENDENT_TYPES = ['AWS::CloudWatch::Dashboard', 'AWS::CDK::Metadata'];

/** Synthesizes the README's stack and the version-dependent app in a new folder with these packages, and returns their resources. */
function resourcesWith(folder: string, tarball: string, peers: string[]): unknown[] {
  createApp(folder, [tarball, ...peers]);
  run(folder, path.join(folder, 'node_modules', '.bin', 'cdk-sagemaker-triton'), '--help');
  const resources = [codeBlocks(path.join(ROOT, 'README.md'), 'ts')[0], VERSION_DEPENDENT_APP].map((source, index) => {
    synthesize(folder, source, `out-${index}`);
    const template = path.join(folder, `out-${index}`, 'Serving.template.json');
    const { Resources } = JSON.parse(fs.readFileSync(template, 'utf8')) as {
      Resources: Record<string, { Type: string }>;
    };
    return Object.entries(Resources).filter(([, { Type }]) => !VERSION_DEPENDENT_TYPES.includes(Type));
  });
  console.log(`installs and synthesizes with ${peers.join(' and ')}`);
  return resources;
}

const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'check-peers-'));
try {
  const tarball = packageTarball(workFolder);
  const oldest = resourcesWith(path.join(workFolder, 'oldest'), tarball, oldestPeers());
  assert.deepEqual(resourcesWith(path.join(workFolder, 'newest'), tarball, newestPeers()), oldest);
} finally {
  fs.rmSync(workFolder, { recursive: true });
}
