/** One measured step of `bench/artifacts.ts`; prints the seconds and the peak memory of this process and the one it starts. */
import * as fs from 'fs';
import * as path from 'path';
import { App, Stack } from 'aws-cdk-lib';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Backend, ModelArchive, ModelFiles, TritonModel, TritonRealtimeEndpoint } from '../../lib';
import { HashCache } from '../../lib/artifacts/hash-cache';
import { hashFiles } from '../../lib/artifacts/hash-files';

const [step, ...args] = process.argv.slice(2);
const folder = process.env.PEAK_FOLDER ?? '.';

/** The worker process says its peak memory when it ends. */
function watchMemory(): string {
  const hook = path.join(folder, 'peak-hook.cjs');
  const report = path.join(folder, 'peak');
  fs.rmSync(report, { force: true });
  fs.writeFileSync(
    hook,
    `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(report)}, '' + process.resourceUsage().maxRSS));`,
  );
  process.env.NODE_OPTIONS = `--require ${hook}`;
  return report;
}

const STEPS: Record<string, () => void> = {
  hash: () => void hashFiles(args.map((source) => ({ path: path.basename(source), source }))),
  remember: () => {
    for (const file of args) HashCache.keep(fs.statSync(file, { bigint: true }), { sha256: '0'.repeat(64) }, Infinity);
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
        backend: Backend.of('custom', { defaultFileName: 'w.bin' }),
        files,
      });
      new TritonRealtimeEndpoint(stack, 'Endpoint', { model });
    }
    app.synth();
  },
};

const report = watchMemory();
const start = process.hrtime.bigint();
STEPS[step]();
const seconds = Number(process.hrtime.bigint() - start) / 1e9;
const inWorker = fs.existsSync(report) ? Number(fs.readFileSync(report, 'utf8')) : process.resourceUsage().maxRSS;
console.log(JSON.stringify({ seconds, peakMegabytes: inWorker / 1024 }));
