import { Severity } from '../../../findings/finding';
import { ModelConfigDocument } from '../../schema/schema';
import { ConfigRule } from '../context';

/** The parameter that sets the threads of one operation, and whether each instance of the model has threads of its own. */
const THREADS: Record<string, { readonly parameter: string; readonly perInstance: boolean }> = {
  onnxruntime: { parameter: 'intra_op_thread_count', perInstance: true },
  openvino: { parameter: 'INFERENCE_NUM_THREADS', perInstance: false },
  pytorch: { parameter: 'INTRA_OP_THREAD_COUNT', perInstance: false },
};

/** Copies of the model. Without a count there are 2 of an ONNX model on the CPU (core, src/model_config_utils.cc), and 1 of others. */
function instancesOf({ instance_group: groups }: ModelConfigDocument, backend: string): number {
  const usual = backend === 'onnxruntime' ? 2 : 1;
  return groups.length === 0 ? usual : groups.reduce((sum, { count }) => sum + (count > 0 ? count : usual), 0);
}

export const cpuThreadRules: ConfigRule[] = [
  {
    id: 'ig.cpu-threads',
    severity: Severity.WARNING,
    *check(config, { backend, gpuCount, instanceType }) {
      const { parameter, perInstance } = THREADS[backend] ?? {};
      const vcpus = instanceType?.vcpus;
      const threads = Number(parameter && config.parameters.get(parameter)?.string_value);
      if (gpuCount !== 0 || vcpus === undefined || !(threads > 0)) return;
      const instances = perInstance ? instancesOf(config, backend) : 1;
      if (threads * instances <= vcpus) return;
      const used =
        instances === 1 ? `${threads} threads` : `${threads} threads for each of ${instances} instances of the model`;
      const fewer = Math.floor(vcpus / instances);
      yield {
        field: `parameters[${parameter}]`,
        message:
          `${used} on ${instanceType?.name}, which has ${vcpus} vCPUs; threads that wait for each other make requests slower: give ` +
          (fewer > 0
            ? `${fewer}${instances > 1 ? ', or fewer instances' : ''}`
            : `at most ${vcpus} instances of the model`),
      };
    },
  },
];
