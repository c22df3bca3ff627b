/** Runs one step of `bench/artifacts.ts`. Prints the seconds and the peak memory of the worker process, or of this process if there is no worker. */
import * as fs from 'fs';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Backend, ModelArchive, ModelFiles, TritonModel, TritonRealtimeEndpoint } from '../../lib';
import { HashCache } from '../../lib/artifacts/hash-cache';
import { hashFiles } from '../../lib/artifacts/hash-files';

const [step, ...args] = process.argv.slice(2);
const folder = process.env.PEAK_FOLDER ?? '.';

/** Makes the worker process write its peak memory to a file when it exits. */
function watchMemory(): string {
  const hook = path.join(folder, 'peak-hook.cjs');
  const reportFile = path.join(folder, 'peak');
  fs.rmSync(reportFile, { force: true });
  fs.writeFileSync(
    hook,
    `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(reportFile)}, '' + process.resourceUsage().maxRSS));`,
  );
  process.env.NODE_OPTIONS = `--require ${hook}`;
  return reportFile;
}

const STEPS: Record<string, () => void> = {
  hash: () => void hashFiles(args.map((source) => ({ path: path.basename(source), source }))),
  remember: () => {
    for (const file of args) HashCache.add(fs.statSync(file, { bigint: true }), { sha256: '0'.repeat(64) }, Infinity);
  },
  pack: () => void ModelArchive.pack(args[0], args[1]),
  synth: () => {
    const [kind, file, outdir] = args;
    const app = new App({ outdir });
    const stack = new Stack(app, 'Stack');
    if (kind === 'asset') new Asset(stack, 'Asset', { path: file });
    else {
      const files = ModelFiles.fromFile(file);
      const model = new TritonModel({
        name: 'model',
        backend: Backend.of('custom'),
        files,
      });
      new TritonRealtimeEndpoint(stack, 'Endpoint', { model });
    }
    app.synth();
  },
};

const reportFile = watchMemory();
const start = process.hrtime.bigint();
STEPS[step]();
const seconds = Number(process.hrtime.bigint() - start) / 1e9;
const peakKilobytes = fs.existsSync(reportFile)
  ? Number(fs.readFileSync(reportFile, 'utf8'))
  : process.resourceUsage().maxRSS;
console.log(JSON.stringify({ seconds, peakMegabytes: peakKilobytes / 1024 }));
