/**
 * Synthesis of 1, 10, 20 and 100 endpoints as whole processes: our stack, the same resources written by hand with aws-cdk-lib, the same
 * template rebuilt from plain CfnResources, and what other libraries have, which is fewer resources. In CPU time, which other processes
 * of the machine distort little. Run by `npm run bench:synth [rounds]`.
 */
import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';
import { build as esbuild, Plugin } from 'esbuild';
import { ModelArchive } from '../lib';
import { installPeers, peerName } from './peers';
import { median, print, Row } from './report';

const ROOT = path.join(__dirname, '..');
const COUNTS = [1, 10, 20, 100];
const MODEL = path.join(ROOT, 'model-artifacts', 'image-classifier', 'torchscript', '1', 'model.pt');

interface Run {
  readonly cpuSeconds: number;
  readonly megabytes: number;
  readonly resources: number;
}

const compiledLibrary: Plugin = {
  name: 'compiled-library',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.\/\.\.\/lib$/ }, () => ({ path: path.join(ROOT, 'dist-js'), external: true })),
};

/** The apps run as plain JavaScript against the compiled library, as a user's compiled app would. */
async function build(source: string, outfile: string): Promise<string> {
  await esbuild({
    entryPoints: [path.join(__dirname, 'apps', source)],
    outfile,
    bundle: true,
    platform: 'node',
    external: ['aws-cdk-lib', 'constructs', '@aws-cdk/*', '@cdklabs/*'],
    plugins: [compiledLibrary],
    define: { __dirname: JSON.stringify(path.join(__dirname, 'apps')) },
  });
  return outfile;
}

/** A model file for each endpoint, an archive of it and a plan for its canary: by hand, one makes those beforehand. */
function makeModels(folder: string): void {
  for (let index = 0; index < Math.max(...COUNTS); index++) {
    const repository = path.join(folder, `${index}`, 'repository');
    fs.mkdirSync(path.join(repository, `endpoint-${index}`, '1'), { recursive: true });
    fs.copyFileSync(MODEL, path.join(repository, `endpoint-${index}`, '1', 'model.pt'));
    fs.copyFileSync(MODEL, path.join(folder, `${index}`, 'model.pt'));
    ModelArchive.pack(repository, path.join(folder, `${index}`, 'model.tar.gz'));
    fs.writeFileSync(path.join(folder, `${index}`, 'plan.json'), JSON.stringify({ models: [`endpoint-${index}`] }));
  }
}

function runOnce(script: string, args: string[], outdir: string): Run {
  fs.rmSync(outdir, { recursive: true, force: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, CDK_VALIDATION: 'false' },
  });
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} failed:\n${stderr}`);
  return { ...JSON.parse(stdout), resources: resourcesIn(outdir) };
}

function resourcesIn(outdir: string): number {
  return fs
    .readdirSync(outdir)
    .filter((name) => name.endsWith('.template.json'))
    .map((name) => JSON.parse(fs.readFileSync(path.join(outdir, name), 'utf8')).Resources)
    .reduce((sum, resources) => sum + Object.keys(resources).length, 0);
}

/** The kinds take turns, so that a busy minute of the machine hits all alike. */
function measure(count: number, rounds: number, scripts: Map<string, string>, work: string): Map<string, Run> {
  const runs = new Map<string, Run[]>([...scripts.keys()].map((kind) => [kind, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [kind, script] of scripts) {
      const outdir = path.join(work, `${kind}.out`);
      const input = path.join(work, kind === 'floor' ? 'ours.out' : 'models');
      runs.get(kind)?.push(runOnce(script, [`${count}`, outdir, input], outdir));
    }
  }
  return new Map(
    [...runs].map(([kind, all]) => [
      kind,
      {
        cpuSeconds: median(all.map(({ cpuSeconds }) => cpuSeconds)),
        megabytes: median(all.map(({ megabytes }) => megabytes)),
        resources: all[0].resources,
      },
    ]),
  );
}

const REFERENCES: Record<string, { name: string; target: string }> = {
  handwritten: { name: 'by hand', target: '<= 1.25' },
  floor: { name: 'plain CfnResources', target: '' },
};

function rowsOf(count: number, runs: Map<string, Run>): Row[] {
  const what = `synthesis of ${count} endpoint${count === 1 ? '' : 's'}`;
  const ours = runs.get('ours') as Run;
  return [...runs].flatMap(([kind, run]): Row[] => {
    if (kind === 'ours') return [];
    const { name = peerName(kind), target = '' } = REFERENCES[kind] ?? {};
    const reference = `${name}, ${run.resources} resources for our ${ours.resources}`;
    const time = { what, unit: 's CPU', ours: ours.cpuSeconds, reference, theirs: run.cpuSeconds, target };
    if (kind !== 'handwritten') return [time];
    return [time, { what: 'its memory', unit: 'MB', ours: ours.megabytes, reference: name, theirs: run.megabytes }];
  });
}

/** Time for each further endpoint: what grows faster than the number of endpoints shows here. */
function growth(seconds: Map<number, number>): Row {
  const each = (from: number, to: number): number =>
    (1000 * ((seconds.get(to) ?? 0) - (seconds.get(from) ?? 0))) / (to - from);
  return {
    what: 'each further endpoint, of 100',
    unit: 'ms CPU',
    ours: each(20, 100),
    reference: 'of 10',
    theirs: each(1, 10),
    target: '<= 1',
  };
}

export async function synthRows(rounds: number): Promise<Row[]> {
  const work = fs.mkdtempSync(path.join(ROOT, 'bench', '.work-'));
  try {
    makeModels(path.join(work, 'models'));
    const peers = path.join(work, 'peers');
    const sources = [
      ...['ours', 'handwritten', 'floor'].map((kind) => [kind, `${kind}-app.ts`, work]),
      ...installPeers(peers).map((kind) => [kind, `peers/${kind}-app.js`, peers]),
    ];
    const scripts = new Map<string, string>();
    for (const [kind, source, folder] of sources) {
      scripts.set(kind, await build(source, path.join(folder, `${kind}.js`)));
    }
    const seconds = new Map<number, number>();
    const rows = COUNTS.flatMap((count) => {
      const runs = measure(count, rounds, scripts, work);
      seconds.set(count, runs.get('ours')?.cpuSeconds ?? NaN);
      return rowsOf(count, runs);
    });
    return [...rows, growth(seconds)];
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

if (require.main === module) void synthRows(Number(process.argv[2] ?? 5)).then(print);
