import { ConfigRule } from './context';
import { cpuThreadRules } from './hosted/cpu-threads';
import { filRules } from './hosted/fil';
import { imageRules } from './hosted/image';
import { onnxRuntimeRules } from './hosted/onnxruntime';
import { openVinoRules } from './hosted/openvino';
import { pythonRules } from './hosted/python';
import { pytorchRules } from './hosted/pytorch';
import { releasedBackendRules } from './hosted/released-backends';
import { tensorRtRules } from './hosted/tensorrt';

/** What shows when a server loads the model with its backend. */
export const loadingRules: ConfigRule[] = [
  ...releasedBackendRules,
  ...pytorchRules,
  ...tensorRtRules,
  ...onnxRuntimeRules,
  ...pythonRules,
  ...openVinoRules,
  ...filRules,
];

/** What the backends check, and what SageMaker's Triton image adds: they apply when the instance type is known. */
export const hostedRules: ConfigRule[] = [...imageRules, ...loadingRules, ...cpuThreadRules];
