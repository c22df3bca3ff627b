import { Cause } from './cause';

/** Causes related to the GPU, its driver, and TensorRT engines. In `texts`, ` … ` matches any text. */
export const GPU_CAUSES: Cause[] = [
  {
    id: 'trt-gpu',
    title: 'The TensorRT engine was built for a different GPU',
    meaning: 'A TensorRT engine loads only on the GPU model that it was built on.',
    remedy:
      'Build the engine on the GPU of the instance type; `cdk-sagemaker-triton engine` prints the command. An endpoint with several instance types needs an engine for each GPU model.',
    rule: 'trt.version',
    texts: [
      'plan file is generated on an incompatible device',
      'engine was built for a different gpu',
      'expecting compute … got compute',
    ],
  },
  {
    id: 'trt-file',
    title: 'The file is not a TensorRT engine',
    meaning:
      'The first bytes of the file are not those of an engine: it is a different file, such as an ONNX model or an engine with the metadata of Ultralytics, or an engine of a much older or newer TensorRT.',
    remedy:
      'Check the file with `head -c 4 model.plan`: an engine begins with `ftrt`, or before TensorRT 8.6 with `ptrt`. To build an engine from an ONNX model, use `cdk-sagemaker-triton engine`, which prints the command.',
    rule: 'trt.version',
    texts: ['magicTagRead == ', 'header.magicTag', 'magic tag does not match', 'magictag does not match'],
  },
  {
    id: 'trt-version',
    title: 'The TensorRT engine was built by a different version of TensorRT',
    meaning:
      'A TensorRT engine loads only with the version of TensorRT that built it, and the image has a different version.',
    remedy:
      "Build the engine with the TensorRT version of the image's release, or choose the release with the TensorRT version of the engine; `cdk-sagemaker-triton engine` prints the command.",
    rule: 'trt.version',
    texts: [
      'plan file is not compatible with this version of TensorRT',
      'version tag does not match',
      'stdVersionRead == ',
      'expected size of serialized engine',
      'engine deserialization failed',
      'unable to load plan file to auto complete',
    ],
  },
  {
    id: 'gpu-driver',
    title: "The GPU driver is too old for the image's CUDA",
    meaning: "The instance's NVIDIA driver is older than the version that the image's CUDA needs.",
    remedy:
      'Choose an inference AMI with a newer driver (inferenceAmi), or an older release of the image. On instance types whose default driver is 470, CUDA 12 and later need a different AMI.',
    rule: 'sm.driver',
    texts: [
      'driver version is insufficient for CUDA runtime',
      'cudaErrorInsufficientDriver',
      'built for NVIDIA Driver Release',
      'compatibility mode is UNAVAILABLE',
      'COMPAT_NOT_SUPPORTED_ON_DEVICE',
      'NVIDIA driver on your system is too old',
    ],
  },
  {
    id: 'gpu-memory',
    title: 'The memory of the GPU is too small',
    meaning: 'The models, their instances and their working memory need more memory than the GPU has.',
    remedy:
      'Use fewer instances in the instance group, a smaller batch or a smaller data type, or an instance type whose GPU has more memory.',
    rule: 'sm.gpu-memory',
    texts: [
      'CUDA out of memory',
      'CUDA_ERROR_OUT_OF_MEMORY',
      'cuda … out of memory',
      'out of memory … cuda',
      'out of memory … gpu',
      'CUBLAS_STATUS_ALLOC_FAILED',
      'CUDNN_STATUS_ALLOC_FAILED',
      'cudaErrorMemoryAllocation',
      'failed to allocate memory for requested buffer',
      'OutOfMemoryError',
    ],
  },
  {
    id: 'gpu-cuda',
    title: 'CUDA cannot use the GPU',
    meaning: 'CUDA failed to initialize: there is no GPU, the image has no code for this GPU, or the driver failed.',
    remedy:
      "Check that the instance type has a GPU, and that the image's release supports the GPU's compute capability. If both are true, deploy again: the instance may be faulty.",
    rule: 'sm.cuda-gpu',
    texts: [
      'no kernel image is available',
      'kernel image is invalid',
      'no CUDA-capable device',
      'CUDA_ERROR_',
      'CUDA failed to initialize',
      'CUDA failure ',
      'CUDA error: ',
      'unable to create stream',
      'failed to call cuInit',
    ],
  },
];
