import { ConfigRule } from './context';
import { filRules } from './hosted/fil';
import { imageRules } from './hosted/image';
import { onnxRuntimeRules } from './hosted/onnxruntime';
import { openVinoRules } from './hosted/openvino';
import { pythonRules } from './hosted/python';
import { pytorchRules } from './hosted/pytorch';
import { tensorRtRules } from './hosted/tensorrt';

/** What the backends check, and what SageMaker's Triton image adds: they apply when the instance type is known. */
export const hostedRules: ConfigRule[] = [
  ...imageRules,
  ...pytorchRules,
  ...tensorRtRules,
  ...onnxRuntimeRules,
  ...pythonRules,
  ...openVinoRules,
  ...filRules,
];
