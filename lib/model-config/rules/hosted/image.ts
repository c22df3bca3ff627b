import { Severity } from '../../../findings/finding';
import { nearest } from '../../../platform/nearest';
import { ConfigRule } from '../context';

/** What the SageMaker Triton image ships (triton-inference-server/server, build.py). */
const SHIPPED = [
  'identity',
  'square',
  'repeat',
  'onnxruntime',
  'python',
  'dali',
  'pytorch',
  'openvino',
  'fil',
  'tensorrt',
];

/** NVIDIA's images with backends that the SageMaker image lacks, by the end of their tags (server, docs/customization_guide/compose.md and build.py). */
const IMAGES_OF_BACKENDS = new Map([
  ['vllm', 'vllm-python-py3'],
  ['tensorrtllm', 'trtllm-python-py3'],
]);

/** What of it needs GPUs, but for TensorRT, which has a rule of its own (server, docs/customization_guide/build.md, "CPU-Only Build"). */
const NEEDS_GPU = ['dali'];

/** SageMaker gives up on a real-time answer after this long. */
const RESPONSE_LIMIT_MICROSECONDS = 60_000_000n;

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
      if (customImage || backend === '' || backend === 'tensorflow' || SHIPPED.includes(backend)) return;
      const tag = IMAGES_OF_BACKENDS.get(backend);
      const meant = nearest(backend, SHIPPED);
      if (meant !== undefined) {
        yield {
          field: 'backend',
          message: `the SageMaker image has no backend '${backend}'; did you mean '${meant}'?`,
        };
        return;
      }
      yield {
        field: 'backend',
        message: tag
          ? `the SageMaker image has no backend '${backend}'; build your own image from nvcr.io/nvidia/tritonserver:<release>-${tag}, ` +
            'which has the backend, and pass the image with TritonImage.fromAsset or TritonImage.fromEcrRepository'
          : `the SageMaker image has no backend '${backend}'; use your own image that has it, put libtriton_${backend}.so into the ` +
            `model's folder if it is written in C++, or use one of ${SHIPPED.join(', ')}`,
      };
    },
  },
  {
    id: 'backend.cpu',
    severity: Severity.WARNING,
    *check(_, { backend, customImage, gpuCount, instanceType }) {
      if (customImage || gpuCount !== 0 || !instanceType || !NEEDS_GPU.includes(backend)) return;
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
