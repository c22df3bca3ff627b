import { ConfigRule } from './context';
import { cpuThreadRules } from './hosted/cpu-threads';
import { filRules } from './hosted/fil';
import { imageRules } from './hosted/image';
import { onnxRuntimeRules } from './hosted/onnxruntime';
import { openVinoRules } from './hosted/openvino';
import { isOneOf, onlyFor, parameterRule } from './hosted/parameters';
import { pytorchRules } from './hosted/pytorch';
import { releasedBackendRules } from './hosted/released-backends';
import { tensorRtRules } from './hosted/tensorrt';
import { vllmRules } from './hosted/vllm';

const pythonRules: ConfigRule[] = onlyFor('python', [
  parameterRule('py.force-cpu', 'python', 'FORCE_CPU_ONLY_INPUT_TENSORS', isOneOf(['yes', 'no']), "'yes' and 'no'"),
]);

/** Rules of the backends, which apply when a server loads the model. */
export const loadingRules: ConfigRule[] = [
  ...releasedBackendRules,
  ...pytorchRules,
  ...tensorRtRules,
  ...onnxRuntimeRules,
  ...pythonRules,
  ...openVinoRules,
  ...filRules,
  ...vllmRules,
];

/** Rules of the backends, of SageMaker and of its Triton image, which apply if the instance type is known. */
export const hostedRules: ConfigRule[] = [...imageRules, ...loadingRules, ...cpuThreadRules];
