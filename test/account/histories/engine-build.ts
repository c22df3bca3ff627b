import { createHash } from 'node:crypto';
import { releases } from '../../../lib/platform/triton-images.json';
import type { JobContainer, JobRun } from '../sagemaker/jobs/container';

/** What a build of an engine needs to know: a part of `build.json`. */
interface Description {
  readonly key: string;
  readonly onnx: string;
  readonly gpu: string;
  readonly computeCapability: string;
}

/** The engine that a build makes of a key: nobody loads it here. */
export function planOf(key: string): Buffer {
  return Buffer.from(`engine ${key}`);
}

/** What the program in the image leaves when all went well: the engine, and the sidecar that describes it. */
export function replayBuild(container: JobContainer, run: JobRun = {}): JobRun {
  const { key, gpu, computeCapability } = descriptionOf(container);
  const needed = cudaOf(container.image);
  if (parseInt(needed) > parseInt(container.cuda)) {
    const sentence = `The driver of this machine runs CUDA ${container.cuda}, and the image needs CUDA ${needed}`;
    return failingBuild(container, sentence);
  }
  const plan = planOf(key);
  const sha256 = createHash('sha256').update(plan).digest('hex');
  const sidecar = { key, bytes: plan.length, sha256, gpu, computeCapability, latency: [] };
  return {
    seconds: 900,
    files: { 'model.plan': plan, 'model.plan.json': JSON.stringify(sidecar), 'trtexec.log': '&&&& PASSED' },
    unfinished: { 'model.plan': plan.subarray(0, 4), 'trtexec.log': '' },
    log: ['nvidia-smi', 'trtexec'],
    ...run,
  };
}

/** The CUDA of an image of a release. */
function cudaOf(image: string): string {
  const own = releases.find(({ release }) => image.includes(`:${release}-`));
  return own?.cuda ?? '';
}

/** A build that ends with a sentence, as the program writes it. */
export function failingBuild(container: JobContainer, message: string): JobRun {
  descriptionOf(container);
  return { seconds: 120, exitCode: 1, message, files: { 'trtexec.log': `&&&& FAILED\n${message}` } };
}

/** What the program finds. Whatever it needs and does not find is a mistake of the library. */
function descriptionOf({ files, entrypoint }: JobContainer): Description {
  const [interpreter, program, ...options] = entrypoint;
  const folder = options[options.indexOf('--source') + 1];
  const read = (path: string): Buffer => {
    const found = files.get(path);
    if (!found) throw new Error(`The job has no ${path}; it has ${[...files.keys()].join(', ')}`);
    return found;
  };
  if (interpreter !== 'python3') throw new Error(`The job runs ${interpreter}`);
  read(program);
  const description = JSON.parse(String(read(`${folder}/build.json`))) as Description;
  read(`${folder}/${description.onnx}`);
  return description;
}
