/**
 * Synthesis of 1, 10, 20 and 100 endpoints as whole processes: our stack, the same resources written by hand with aws-cdk-lib, and
 * the same template rebuilt from plain CfnResources. Run by `npm run bench:synth [rounds]`.
 */
import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as os from 'os';
import * as path from 'path';
import Table from 'cli-table3';
import { build as esbuild, Plugin } from 'esbuild';
import { ModelArchive } from '../lib';

const ROOT = path.join(__dirname, '..');
const COUNTS = [1, 10, 20, 100];
const KINDS = ['ours', 'handwritten', 'floor'] as const;
type Kind = (typeof KINDS)[number];
const MODEL = path.join(ROOT, 'model-artifacts', 'image-classifier', 'torchscript', '1', 'model.pt');

interface Run {
  readonly seconds: number;
  readonly megabytes: number;
}

const compiledLibrary: Plugin = {
  name: 'compiled-library',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.\/\.\.\/lib$/ }, () => ({ path: path.join(ROOT, 'dist-js'), external: true })),
};

/** The apps run as plain JavaScript against the compiled library, as a user's compiled app would. */
async function build(kind: Kind, folder: string): Promise<string> {
  const outfile = path.join(folder, `${kind}.js`);
  await esbuild({
    entryPoints: [path.join(__dirname, 'apps', `${kind}-app.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    external: ['aws-cdk-lib', 'constructs'],
    plugins: [compiledLibrary],
    define: { __dirname: JSON.stringify(path.join(__dirname, 'apps')) },
  });
  return outfile;
}

/** A model file and an archive of it for each endpoint: by hand, one packs beforehand. */
function makeModels(folder: string): void {
  for (let index = 0; index < Math.max(...COUNTS); index++) {
    const repository = path.join(folder, `${index}`, 'repository');
    fs.mkdirSync(path.join(repository, `endpoint-${index}`, '1'), { recursive: true });
    fs.copyFileSync(MODEL, path.join(repository, `endpoint-${index}`, '1', 'model.pt'));
    fs.copyFileSync(MODEL, path.join(folder, `${index}`, 'model.pt'));
    ModelArchive.pack(repository, path.join(folder, `${index}`, 'model.tar.gz'));
  }
}

function runOnce(script: string, args: string[], outdir: string): Run {
  fs.rmSync(outdir, { recursive: true, force: true });
  const start = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, CDK_VALIDATION: 'false' },
  });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} failed:\n${stderr}`);
  return { seconds, megabytes: Number(stdout) / 1024 };
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function main(): Promise<void> {
  const rounds = Number(process.argv[2] ?? 5);
  const work = fs.mkdtempSync(path.join(ROOT, 'bench', '.work-'));
  try {
    const models = path.join(work, 'models');
    makeModels(models);
    const built = await Promise.all(KINDS.map(async (kind) => [kind, await build(kind, work)]));
    const scripts = Object.fromEntries(built) as Record<Kind, string>;
    const table = new Table({ head: ['endpoints', 'stack', 'seconds', 'MB', 'time / by hand', 'memory / by hand'] });
    for (const count of COUNTS) {
      const runs = measure(count, rounds, scripts, models, work);
      const base = runs.handwritten;
      for (const kind of KINDS) {
        const { seconds, megabytes } = runs[kind];
        table.push([
          count,
          kind,
          seconds.toFixed(2),
          megabytes.toFixed(0),
          (seconds / base.seconds).toFixed(2),
          (megabytes / base.megabytes).toFixed(2),
        ]);
      }
    }
    console.log(
      `${os.cpus()[0].model}, ${os.cpus().length} cores, Node ${process.version}; medians of ${rounds} rounds, CDK_VALIDATION=false`,
    );
    console.log(table.toString());
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

/** The three kinds take turns, so that a busy minute of the machine hits all alike. */
function measure(
  count: number,
  rounds: number,
  scripts: Record<Kind, string>,
  models: string,
  work: string,
): Record<Kind, Run> {
  const runs: Record<Kind, Run[]> = { ours: [], handwritten: [], floor: [] };
  const templates = path.join(work, 'ours.out');
  for (let round = 0; round < rounds; round++) {
    for (const kind of KINDS) {
      const outdir = path.join(work, `${kind}.out`);
      runs[kind].push(runOnce(scripts[kind], [`${count}`, outdir, kind === 'floor' ? templates : models], outdir));
    }
  }
  const medians = KINDS.map((kind) => [
    kind,
    {
      seconds: median(runs[kind].map((run) => run.seconds)),
      megabytes: median(runs[kind].map((run) => run.megabytes)),
    },
  ]);
  return Object.fromEntries(medians) as Record<Kind, Run>;
}

void main();
