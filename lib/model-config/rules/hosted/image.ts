import { Severity } from '../../../findings/finding';
import { nearestName } from '../../../findings/nearest';
import { BACKENDS_IN_IMAGE } from '../../../facts/backends';
import { maxRequestSeconds } from '../../../facts/invocation-limits';
import { ConfigRule } from '../context';

/** Tag suffixes of NVIDIA's images for backends that the SageMaker image lacks (server, docs/customization_guide/compose.md and build.py). */
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

export const imageRules: ConfigRule[] = [
  {
    id: 'name.serve-shell',
    *check({ name }) {
      if (/[\s*?[\]]/.test(name)) {
        yield {
          field: 'name',
          message:
            `name '${name}' has white space or one of * ? [ ], which the container's start script would expand; ` +
            "use letters, digits, '-' and '_'",
        };
      }
    },
  },
  {
    id: 'backend.available',
    severity: Severity.WARNING,
    *check(_, { backend, customImage }) {
      if (customImage || backend === '' || backend === 'tensorflow' || BACKENDS_IN_IMAGE.includes(backend)) return;
      const suffix = TAG_SUFFIXES.get(backend);
      const suggestion = nearestName(backend, BACKENDS_IN_IMAGE);
      if (suggestion !== undefined) {
        yield {
          field: 'backend',
          message: `the SageMaker image has no backend '${backend}'; did you mean '${suggestion}'?`,
        };
        return;
      }
      yield {
        field: 'backend',
        message: suffix
          ? `the SageMaker image has no backend '${backend}'; build your own image from nvcr.io/nvidia/tritonserver:<release>-${suffix}, ` +
            'which has the backend, and pass the image with TritonImage.fromAsset or TritonImage.fromEcrRepository'
          : `the SageMaker image has no backend '${backend}'; use your own image that has it, put libtriton_${backend}.so into the ` +
            `model's folder if it is written in C++, or use one of ${BACKENDS_IN_IMAGE.join(', ')}`,
      };
    },
  },
  {
    id: 'backend.cpu',
    severity: Severity.WARNING,
    *check(_, { backend, customImage, gpuCount, instanceType }) {
      if (customImage || gpuCount !== 0 || !instanceType || !BACKENDS_ONLY_IN_GPU_BUILDS.includes(backend)) return;
      yield {
        field: 'backend',
        message:
          `Triton's builds for hosts without GPU have no backend '${backend}', and ${instanceType.name} has no GPU; use an instance type ` +
          'with one, or use a different backend, such as python',
      };
    },
  },
  {
    id: 'dyn.queue-delay',
    severity: Severity.WARNING,
    *check({ dynamic_batching: batching }) {
      const delay = batching?.max_queue_delay_microseconds ?? 0n;
      if (delay >= RESPONSE_LIMIT_MICROSECONDS) {
        yield {
          field: 'dynamic_batching.max_queue_delay_microseconds',
          message: `a request may wait ${delay} µs for a batch, but SageMaker ends a request after 60 s; set a shorter delay`,
        };
      }
    },
  },
];
