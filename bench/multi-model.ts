/**
 * Measures the synthesis of a multi-model endpoint with 1,000 models as a separate process: the first synthesis, which packs all models, and
 * the following syntheses. Run by `npm run bench:multi-model [rounds]`.
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
  const workFolder = fs.mkdtempSync(path.join(__dirname, '.work-'));
  const models = path.join(workFolder, 'models');
  try {
    for (let index = 0; index < MODELS; index++) {
      fs.cpSync(MODEL, path.join(models, `${index}`, 'model.pt'));
    }
    const app = await build('multi-model-app.ts', path.join(workFolder, 'app.js'));
    const run = (): number =>
      runApp(app, [`${MODELS}`, path.join(workFolder, 'cdk.out'), models], path.join(workFolder, 'cache')).cpuSeconds;
    const first = run();
    return [
      {
        measurement: `later synthesis of a multi-model endpoint of ${MODELS} models`,
        unit: 's CPU',
        libraryValue: median(Array.from({ length: rounds }, run)),
        reference: 'first synthesis, which packs all models',
        referenceValue: first,
        target: '<= 5 s',
      },
    ];
  } finally {
    fs.rmSync(workFolder, { recursive: true, force: true });
  }
}

if (require.main === module) void multiModelRows(Number(process.argv[2] ?? 5)).then(print);
