/**
 * Measures the synthesis of 1, 10, 20 and 100 endpoints in separate processes: the stack of this library, the same resources written with
 * aws-cdk-lib, the same template created from plain CfnResources, and stacks of other libraries, which have fewer resources. Measures CPU time,
 * because CPU time depends little on other processes of the host. Run by `npm run bench:synth [rounds]`.
 */
import { execFileSync } from 'node:child_process';
import * as fs from 'fs';
import * as path from 'path';
import { build } from './build';
import { installPeers, peerName } from './peers';
import { median, print, Row } from './report';
import { runApp, Usage } from './run-app';

const ROOT = path.join(__dirname, '..');
const COUNTS = [1, 10, 20, 100];
const MODEL = path.join(ROOT, 'model-artifacts', 'image-classifier', 'torchscript', '1', 'model.pt');

interface Run extends Usage {
  readonly resources: number;
}

/** Creates the model file of each endpoint, with a probe plan for the handwritten stack and an archive for other libraries, which do not create them. */
function makeModels(folder: string): void {
  for (let index = 0; index < Math.max(...COUNTS); index++) {
    const files = path.join(folder, `${index}`);
    fs.mkdirSync(files, { recursive: true });
    fs.copyFileSync(MODEL, path.join(files, 'model.pt'));
    fs.writeFileSync(path.join(files, 'plan.json'), JSON.stringify({ models: [`endpoint-${index}`] }));
    execFileSync('tar', ['-czf', path.join(files, 'model.tar.gz'), '-C', files, 'model.pt']);
  }
}

function runOnce(script: string, args: string[], outdir: string): Run {
  fs.rmSync(outdir, { recursive: true, force: true });
  return { ...runApp(script, args), resources: resourcesIn(outdir) };
}

function resourcesIn(outdir: string): number {
  return fs
    .readdirSync(outdir)
    .filter((name) => name.endsWith('.template.json'))
    .map((name) => JSON.parse(fs.readFileSync(path.join(outdir, name), 'utf8')).Resources)
    .reduce((sum, resources) => sum + Object.keys(resources).length, 0);
}

/** Measures all kinds in each round, so that load from other processes affects them equally. Load only adds time, so the minimum is the result. */
function measure(count: number, rounds: number, scripts: Map<string, string>, workFolder: string): Map<string, Run> {
  const runs = new Map<string, Run[]>([...scripts.keys()].map((kind) => [kind, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [kind, script] of scripts) {
      const outdir = path.join(workFolder, `${kind}.out`);
      const input = path.join(workFolder, kind === 'floor' ? 'ours.out' : 'models');
      runs.get(kind)?.push(runOnce(script, [`${count}`, outdir, input], outdir));
    }
  }
  return new Map(
    [...runs].map(([kind, all]) => [
      kind,
      {
        cpuSeconds: Math.min(...all.map(({ cpuSeconds }) => cpuSeconds)),
        megabytes: median(all.map(({ megabytes }) => megabytes)),
        resources: all[0].resources,
      },
    ]),
  );
}

const NAMES: Record<string, string> = { handwritten: 'handwritten stack', floor: 'plain CfnResources' };

function createRows(count: number, runs: Map<string, Run>): Row[] {
  const measurement = `synthesis of ${count} endpoint${count === 1 ? '' : 's'}`;
  const ours = runs.get('ours') as Run;
  return [...runs].flatMap(([kind, run]): Row[] => {
    if (kind === 'ours') return [];
    const name = NAMES[kind] ?? peerName(kind);
    const reference = `${name}, ${run.resources} resources for our ${ours.resources}`;
    const time = {
      measurement,
      unit: 's CPU',
      libraryValue: ours.cpuSeconds,
      reference,
      referenceValue: run.cpuSeconds,
    };
    if (kind !== 'handwritten') return [time];
    return [
      { ...time, target: '<= 1.10' },
      {
        measurement: measurement.replace('synthesis of', 'memory for'),
        unit: 'MB',
        libraryValue: ours.megabytes,
        reference: name,
        referenceValue: run.megabytes,
      },
    ];
  });
}

/** Returns the row for the time of each further endpoint. It shows whether the time grows faster than the number of endpoints. */
function growthRow(seconds: Map<number, number>): Row {
  const millisecondsPerEndpoint = (from: number, to: number): number =>
    (1000 * ((seconds.get(to) ?? 0) - (seconds.get(from) ?? 0))) / (to - from);
  return {
    measurement: 'each of the endpoints 21 to 100',
    unit: 'ms CPU',
    libraryValue: millisecondsPerEndpoint(20, 100),
    reference: 'each of the endpoints 2 to 10',
    referenceValue: millisecondsPerEndpoint(1, 10),
    target: '<= 1',
  };
}

export async function synthRows(rounds: number): Promise<Row[]> {
  const workFolder = fs.mkdtempSync(path.join(ROOT, 'bench', '.work-'));
  try {
    makeModels(path.join(workFolder, 'models'));
    const peers = path.join(workFolder, 'peers');
    const sources = [
      ...['ours', 'handwritten', 'floor'].map((kind) => [kind, `${kind}-app.ts`, workFolder]),
      ...installPeers(peers).map((kind) => [kind, `peers/${kind}-app.js`, peers]),
    ];
    const scripts = new Map<string, string>();
    for (const [kind, source, folder] of sources) {
      scripts.set(kind, await build(source, path.join(folder, `${kind}.js`)));
    }
    const seconds = new Map<number, number>();
    const rows = COUNTS.flatMap((count) => {
      const runs = measure(count, rounds, scripts, workFolder);
      seconds.set(count, runs.get('ours')?.cpuSeconds ?? NaN);
      return createRows(count, runs);
    });
    return [...rows, growthRow(seconds)];
  } finally {
    fs.rmSync(workFolder, { recursive: true, force: true });
  }
}

if (require.main === module) void synthRows(Number(process.argv[2] ?? 5)).then(print);
