import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

const ROOT = path.join(__dirname, '../../..');
export const PROGRAMS_FOLDER = path.join(ROOT, 'lib/engine/container');

/** The build description (build.json) of an engine for an A10G, with the graph of test/model/fixtures/text.onnx. */
export const BUILD_DESCRIPTION = {
  format: 1,
  key: 'd2c8',
  onnx: 'onnx/text.onnx',
  plugins: [] as string[],
  arguments: ['--fp16', '--minShapes=attn_mask:1x8,token_ids:1x8', '--optShapes=attn_mask:4x8,token_ids:4x8'],
  tensorRt: '10.4.0.26',
  image: '24.09',
  gpu: 'NVIDIA A10G',
  computeCapability: '8.6',
  profiles: [{ token_ids: shapes([1, 8], [4, 8], [6, 8]), attn_mask: shapes([1, 8], [4, 8], [6, 8]) }],
  inputs: [
    { name: 'token_ids', dataType: 'INT32', shape: [-1, 8] },
    { name: 'attn_mask', dataType: 'INT32', shape: [-1, 8] },
  ],
  outputs: [{ name: 'logits', dataType: 'FP32', shape: [-1, 2] }],
  tolerance: 0.02,
  examples: [] as object[],
};

function shapes(min: number[], opt: number[], max: number[]) {
  return { min, opt, max };
}

/** Result of a build. */
export interface BuildResult {
  readonly status: number | null;
  readonly log: string;
  /** Why the build failed. The job of SageMaker reports this text as its failure reason. */
  readonly message?: string;
  /** Names of the files in the output folder. */
  readonly files: string[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly sidecar?: any; // content of model.plan.json
  /** The arguments of each call of trtexec. */
  readonly calls: string[][];
}

/**
 * A temporary folder in which the build program builds an engine. Stand-ins for trtexec and nvidia-smi replay the output of real programs.
 */
export class BuildRun {
  public readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'engine-build-'));

  constructor() {
    fs.mkdirSync(this.path('bin'));
    fs.mkdirSync(this.path('source', 'onnx'), { recursive: true });
    fs.copyFileSync(path.join(ROOT, 'test/model/fixtures/text.onnx'), this.path('source', 'onnx', 'text.onnx'));
    fs.symlinkSync(path.join(ROOT, 'test/engine/trtexec/trtexec'), this.path('bin', 'trtexec'));
    fs.symlinkSync(path.join(__dirname, 'nvidia-smi'), this.path('bin', 'nvidia-smi'));
  }

  public path(...names: string[]): string {
    return path.join(this.folder, ...names);
  }

  public remove(): void {
    fs.rmSync(this.folder, { recursive: true });
  }

  /** Replaces a program with a shell script. */
  public replaceProgram(program: string, script: string): void {
    fs.rmSync(this.path('bin', program)); // The program is a symbolic link, and its target must not change.
    fs.writeFileSync(this.path('bin', program), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
  }

  /** Replaces trtexec with a script that first prints the version. */
  public replaceTrtexec(script: string): void {
    const firstLine = '&&&& RUNNING TensorRT.trtexec [TensorRT v100400] # trtexec';
    this.replaceProgram('trtexec', `echo '${firstLine}'\n[ $# = 0 ] && exit\n${script}`);
  }

  /** Starts the build program. If `wrapper` is set, this command runs the program. */
  public start(description: object = {}, environment: NodeJS.ProcessEnv = {}, wrapper: string[] = []) {
    fs.writeFileSync(this.path('source', 'build.json'), JSON.stringify({ ...BUILD_DESCRIPTION, ...description }));
    const { TIMEOUT = '600' } = environment;
    const options = ['--source', 'source', '--output', 'output', '--message', 'messages/failure', '--timeout', TIMEOUT];
    const [program, ...args] = [...wrapper, 'python3', path.join(PROGRAMS_FOLDER, 'build.py'), ...options];
    return spawn(program, args, {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PATH: `${this.path('bin')}:${process.env.PATH}`,
        PYTHONDONTWRITEBYTECODE: '1',
        SMI_REPLAY: 'a10g-535',
        CUDA_VERSION: '12.6.1',
        TRTEXEC_VERSION: '10.4.0',
        TRTEXEC_REPLAY: 'built-10.3',
        TRTEXEC_CALLS: this.path('calls'),
        ...environment,
      },
    });
  }

  public async run(description?: object, environment?: NodeJS.ProcessEnv, wrapper?: string[]): Promise<BuildResult> {
    const child = this.start(description, environment, wrapper);
    let log = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, log, ...this.readResult() };
  }

  public readResult(): Omit<BuildResult, 'status' | 'log'> {
    const read = (...names: string[]) =>
      fs.existsSync(this.path(...names)) ? fs.readFileSync(this.path(...names), 'utf8') : undefined;
    const sidecar = read('output', 'model.plan.json');
    return {
      message: read('messages', 'failure'),
      files: fs.existsSync(this.path('output')) ? fs.readdirSync(this.path('output')) : [],
      sidecar: sidecar && JSON.parse(sidecar),
      calls: (read('calls') ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as string[]),
    };
  }
}
