import { Severity } from '../../../findings/finding';
import { ModelConfigDocument } from '../../schema/schema';
import { ConfigRule } from '../context';

/**
 * For each backend, the parameter that sets the number of threads for an operation. `perInstance` is true if each instance of the model has
 * its own threads.
 */
const THREAD_PARAMETERS: Record<string, { readonly parameter: string; readonly perInstance: boolean }> = {
  onnxruntime: { parameter: 'intra_op_thread_count', perInstance: true },
  openvino: { parameter: 'INFERENCE_NUM_THREADS', perInstance: false },
  pytorch: { parameter: 'INTRA_OP_THREAD_COUNT', perInstance: false },
};

/** Returns the number of model instances. The default is 2 for ONNX models on the CPU (core, src/model_config_utils.cc), otherwise 1. */
function instanceCountOf({ instance_group: groups }: ModelConfigDocument, backend: string): number {
  const defaultCount = backend === 'onnxruntime' ? 2 : 1;
  return groups.length === 0
    ? defaultCount
    : groups.reduce((sum, { count }) => sum + (count > 0 ? count : defaultCount), 0);
}

export const cpuThreadRules: ConfigRule[] = [
  {
    id: 'ig.cpu-threads',
    severity: Severity.WARNING,
    *check(config, { backend, gpuCount, instanceType }) {
      const { parameter, perInstance } = THREAD_PARAMETERS[backend] ?? {};
      const vcpus = instanceType?.vcpus;
      const threads = Number(parameter && config.parameters.get(parameter)?.string_value);
      if (gpuCount !== 0 || vcpus === undefined || !(threads > 0)) return;
      const instanceCount = perInstance ? instanceCountOf(config, backend) : 1;
      if (threads * instanceCount <= vcpus) return;
      const usage =
        instanceCount === 1
          ? `${threads} threads`
          : `${threads} threads for each of ${instanceCount} instances of the model`;
      const allowedCount = Math.floor(vcpus / instanceCount);
      yield {
        field: `parameters[${parameter}]`,
        message:
          `${usage} on ${instanceType?.name}, which has ${vcpus} vCPUs; threads that wait for each other make requests slower: give ` +
          (allowedCount > 0
            ? `${allowedCount}${instanceCount > 1 ? ', or fewer instances' : ''}`
            : `at most ${vcpus} instances of the model`),
      };
    },
  },
];
