import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { python, ROOT, SOURCES } from './python';

// Runs scripts/gpu-check on a host without a GPU, where parts that require a GPU must be skipped.

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gpu-check-test-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

interface Part {
  readonly name: string;
  readonly outcome: string;
  readonly reason?: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly result?: any;
}

describe('on a host without a GPU', () => {
  let copiedBytes: number;
  let report: { limitSeconds: number; parts: Part[]; notDone: string[] };
  beforeAll(() => {
    const folders = python('import check\nprint(json.dumps(check.FOLDERS))') as string[];
    for (const each of folders) fs.cpSync(path.join(ROOT, each), path.join(folder, each), { recursive: true });
    copiedBytes = fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0);
    // A PATH without nvidia-smi, and CUDA without devices, because the developer's host can have a GPU.
    fs.mkdirSync(path.join(folder, 'bin'));
    const requiredPrograms = python(`
import shutil, sys
tools = ["sh", "cat", "sed", "dirname", "readlink"] # of the stand-ins
print(json.dumps({"python3": sys.executable, **{name: shutil.which(name) for name in tools}}))`) as {
      [name: string]: string;
    };
    for (const [name, program] of Object.entries(requiredPrograms))
      fs.symlinkSync(program, path.join(folder, 'bin', name));
    const options = ['--output', path.join(folder, 'report.json'), '--millions', '0.1'];
    execFileSync(path.join(folder, 'bin', 'python3'), ['-B', 'scripts/gpu-check/check.py', ...options], {
      cwd: folder,
      env: { PATH: path.join(folder, 'bin'), CUDA_VISIBLE_DEVICES: '' },
    });
    report = JSON.parse(fs.readFileSync(path.join(folder, 'report.json'), 'utf8')) as typeof report;
  });

  test('each part that requires a GPU is skipped, with a reason and without a result', () => {
    expect(report.parts.filter(({ outcome }) => outcome === 'skipped').map(({ name }) => name)).toEqual([
      'nvidia-smi',
      'memory',
      'pytorch',
      'precisions of bert-large',
      'precisions of resnet-50',
      'precisions of t5',
      'decoding of t5',
    ]);
    for (const { outcome, reason, result } of report.parts) {
      expect([reason !== undefined, result !== undefined]).toEqual([outcome === 'skipped', outcome === 'measured']);
    }
    expect(report.parts[0].reason).toBe('nvidia-smi is not on PATH');
    expect(report.parts[2].reason).toMatch(/(has no PyTorch|which finds no GPU)$/);
  });

  test('build.py is measured completely, and compares the responses of the simulated server', () => {
    const build = report.parts[report.parts.length - 1];
    expect([build.name, build.outcome]).toEqual(['build with 0.1 million values', 'measured']);
    expect(build.result).toMatchObject({ comparison: { tolerance: 0.01, skipped: 0 }, notCompared: null });
    expect(build.result.comparison.largestDifference).toBeCloseTo(0.001, 5);
  });

  test('the report lists the skipped parts, and what a run does not cover', () => {
    const skipped = report.parts.flatMap(({ name, reason }) => (reason ? [`${name} skipped: ${reason}`] : []));
    expect(report.notDone.slice(0, skipped.length)).toEqual(skipped);
    expect(report.notDone.slice(skipped.length).map((line) => line.split(':')[0])).toEqual([
      'TensorRT',
      'INT8 and FP8',
      'ONNX Runtime and Triton',
      'trained weights',
      'SageMaker',
    ]);
  });

  test('the required folders are smaller than 60 MiB, and the sum of all timeouts is below 25 minutes', () => {
    expect(copiedBytes).toBeLessThan(60 * 2 ** 20);
    const totalSeconds = python(
      'from plan import parts_of\nprint(sum(part.limit for part in parts_of("", None, [20, 50, 100])))',
    );
    expect(totalSeconds).toBeLessThan(25 * 60);
  });
});

test('the command supports Python 3.8', () => {
  const parseSources = `import ast, pathlib
files = [*pathlib.Path(${JSON.stringify(SOURCES)}).rglob("*.py"), pathlib.Path(${JSON.stringify(SOURCES)}, "stand-ins/tritonserver")]
for file in files: ast.parse(file.read_text(), feature_version=(3, 8))
print(len(files))`;
  expect(python(parseSources)).toBeGreaterThan(10);
});
