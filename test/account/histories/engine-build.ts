import { createHash } from 'node:crypto';
import { releases } from '../../../lib/facts/triton-images.json';
import type { JobContainer, JobRun } from '../sagemaker/jobs/job-container';

/** The members of `build.json` that the simulated build reads. */
interface BuildDescription {
  readonly key: string;
  readonly onnx: string;
  readonly gpu: string;
  readonly computeCapability: string;
}

/** The fake content of the TensorRT engine for a key. No simulated server loads it. */
export function planOf(key: string): Buffer {
  return Buffer.from(`engine ${key}`);
}

/**
 * The result of a successful build: the engine, a JSON file about it, and logs. If the driver is too old for the image, returns a
 * failure instead.
 */
export function simulatedBuild(container: JobContainer, run: JobRun = {}): JobRun {
  const { key, gpu, computeCapability } = readBuildDescription(container);
  const requiredCuda = cudaOf(container.image);
  if (parseInt(requiredCuda) > parseInt(container.cuda)) {
    // The message is from lib/engine/container/gpu.py. The build function recognizes it.
    const message = `The driver of this machine runs CUDA ${container.cuda}, and the image needs CUDA ${requiredCuda}`;
    return failedBuild(container, message);
  }
  const plan = planOf(key);
  const sha256 = createHash('sha256').update(plan).digest('hex');
  const engineDescription = { key, bytes: plan.length, sha256, gpu, computeCapability, latency: [] };
  return {
    seconds: 900,
    files: { 'model.plan': plan, 'model.plan.json': JSON.stringify(engineDescription), 'trtexec.log': '&&&& PASSED' },
    unfinishedFiles: { 'model.plan': plan.subarray(0, 4), 'trtexec.log': '' },
    log: ['nvidia-smi', 'trtexec'],
    ...run,
  };
}

/** The CUDA version of a Triton image. */
function cudaOf(image: string): string {
  const release = releases.find(({ release }) => image.includes(`:${release}-`));
  return release?.cuda ?? '';
}

/** The result of a build that fails with a message. */
export function failedBuild(container: JobContainer, message: string): JobRun {
  readBuildDescription(container); // only for its checks
  return { seconds: 120, exitCode: 1, message, files: { 'trtexec.log': `&&&& FAILED\n${message}` } };
}

/** Reads `build.json`, and checks that all inputs of the build program exist. A missing input is a defect of the library. */
function readBuildDescription({ files, entrypoint }: JobContainer): BuildDescription {
  const [interpreter, program, ...options] = entrypoint;
  const folder = options[options.indexOf('--source') + 1];
  const read = (path: string): Buffer => {
    const content = files.get(path);
    if (!content) throw new Error(`The job has no ${path}; it has ${[...files.keys()].join(', ')}`);
    return content;
  };
  if (interpreter !== 'python3') throw new Error(`The job runs ${interpreter}`);
  read(program);
  const description = JSON.parse(String(read(`${folder}/build.json`))) as BuildDescription;
  read(`${folder}/${description.onnx}`);
  return description;
}
