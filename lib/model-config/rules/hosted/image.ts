import { Severity } from '../../../findings/finding';
import { nearestName } from '../../../findings/nearest';
import { BACKENDS_IN_IMAGE } from '../../../facts/backends';
import { maxRequestSeconds } from '../../../facts/invocation-limits';
import { adviceForPlatformName } from '../backends';
import { ConfigRule, configRules } from '../context';

/**
 * Tag suffixes of NVIDIA's images for backends that the SageMaker image lacks (server, `--enable-all` of build.py, docs/introduction/compatibility.md
 * and docs/customization_guide/compose.md of r26.05; AWS publishes only <release>-py3: docs/src/data/sagemaker-tritonserver of
 * aws/deep-learning-containers, read 2026-11-29).
 */
const TAG_SUFFIXES = new Map([
  ['vllm', 'vllm-python-py3'],
  ['tensorrtllm', 'trtllm-python-py3'],
]);

/**
 * Backends that only builds for hosts with GPUs contain, except TensorRT, which has a separate rule (server,
 * docs/customization_guide/build.md, "CPU-Only Build").
 */
const BACKENDS_ONLY_IN_GPU_BUILDS = ['dali'];

const RESPONSE_LIMIT_MICROSECONDS = 1_000_000n * BigInt(maxRequestSeconds());

export const imageRules: ConfigRule[] = configRules([
  {
    id: 'name.serve-shell',
    when: ({ name }) => /[\s*?[\]]/.test(name),
    at: 'name',
    message: ({ name }) =>
      name.includes('${Token[') // how the CDK writes a value that is known only at deployment
        ? `name '${name}' contains a value that is known only at deployment; use a fixed text`
        : `name '${name}' has white space or one of * ? [ ], which the container's start script would expand; ` +
          "use letters, digits, '-' and '_'",
  },
  {
    id: 'backend.available',
    severity: Severity.WARNING,
    when: ({ runtime }, { backend, customImage, release }) =>
      !customImage &&
      !['', 'tensorflow', ...BACKENDS_IN_IMAGE].includes(backend) &&
      (runtime !== '' || !adviceForPlatformName(backend, release)),
    at: 'backend',
    message: (_, { backend }) => missingBackend(backend),
  },
  {
    id: 'backend.cpu',
    severity: Severity.WARNING,
    when: (_, { backend, customImage, gpuCount, instanceType }) =>
      !customImage && gpuCount === 0 && instanceType && BACKENDS_ONLY_IN_GPU_BUILDS.includes(backend),
    at: 'backend',
    message: (_, { backend, instanceType }) =>
      `Triton's builds for hosts without GPU have no backend '${backend}', and ${instanceType?.name} has no GPU; use an instance type ` +
      'with one, or use a different backend, such as python',
  },
  {
    id: 'dyn.queue-delay',
    severity: Severity.WARNING,
    when: ({ dynamic_batching: batching }) =>
      (batching?.max_queue_delay_microseconds ?? 0n) >= RESPONSE_LIMIT_MICROSECONDS,
    at: 'dynamic_batching.max_queue_delay_microseconds',
    message: ({ dynamic_batching: batching }) =>
      `a request may wait ${batching?.max_queue_delay_microseconds} µs for a batch, but SageMaker ends a request after 60 s; set a shorter delay`,
  },
]);

/** Whether NVIDIA publishes a backend only in an image of its own, so AWS's image certainly lacks it. */
export function hasOwnImage(backend: string): boolean {
  return TAG_SUFFIXES.has(backend);
}

/** The message about a backend that the image lacks. */
export function missingBackend(backend: string): string {
  return `the SageMaker image has no backend '${backend}'; ${adviceFor(backend)}`;
}

/** What to use instead of a backend that the image lacks. */
function adviceFor(backend: string): string {
  const suggestion = nearestName(backend, BACKENDS_IN_IMAGE);
  if (suggestion !== undefined) return `did you mean '${suggestion}'?`;
  const suffix = TAG_SUFFIXES.get(backend);
  return suffix
    ? `build your own image from nvcr.io/nvidia/tritonserver:<release>-${suffix}, which has the backend, and pass the image with ` +
        'TritonImage.fromAsset or TritonImage.fromEcrRepository'
    : `use your own image that has it, put libtriton_${backend}.so into the model's folder if it is written in C++, or use one of ` +
        BACKENDS_IN_IMAGE.join(', ');
}
