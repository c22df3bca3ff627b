/**
 * Synthesis of a multi-model endpoint of 1,000 models as a whole process: the first time, when each of them is packed, and again. Run by
 * `npm run bench:multi-model [rounds]`.
 */
import * as fs from 'fs';
import * as path from 'path';
import { build } from './build';
import { median, print, Row } from './report';
import { runApp } from './run-app';

const ROOT = path.join(__dirname, '..');
const MODELS = 1000;
const MODEL = path.join(ROOT, 'model-artifacts', 'image-classifier', 'torchscript', '1', 'model.pt');

export async function multiModelRows(rounds: number): Promise<Row[]> {
  const work = fs.mkdtempSync(path.join(__dirname, '.work-'));
  const models = path.join(work, 'models');
  try {
    for (let index = 0; index < MODELS; index++) {
      fs.cpSync(MODEL, path.join(models, `${index}`, 'model.pt'));
    }
    const app = await build('multi-model-app.ts', path.join(work, 'app.js'));
    const run = (): number =>
      runApp(app, [`${MODELS}`, path.join(work, 'cdk.out'), models], path.join(work, 'cache')).cpuSeconds;
    const first = run();
    return [
      {
        what: `synthesis of a multi-model endpoint of ${MODELS} models`,
        unit: 's CPU',
        ours: median(Array.from({ length: rounds }, run)),
        reference: 'the first time, when all are packed',
        theirs: first,
        target: '<= 5 s',
      },
    ];
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

if (require.main === module) void multiModelRows(Number(process.argv[2] ?? 5)).then(print);
