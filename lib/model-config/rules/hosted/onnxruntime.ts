import { Severity } from '../../../findings/finding';
import { ConfigRule, configRules, partRules, withFields } from '../context';
import { tensorsOf, describeTensor } from '../io';
import { acceleratorRules } from './onnx-accelerators';
import { isOneOf, onlyFor, parameterRule } from './parameters';

/** First release that supports tensors of bfloat16. */
const BF16_TENSOR_RELEASE = '26.03';
const GRAPH_LEVELS = [-1, 0, 1, 2];

export const onnxRuntimeRules: ConfigRule[] = onlyFor('onnxruntime', [
  ...acceleratorRules,
  parameterRule('onnx.cudnn', 'onnxruntime', 'cudnn_conv_algo_search', isOneOf(['0', '1', '2']), "'0', '1' and '2'"),
  parameterRule('onnx.arena', 'onnxruntime', 'arena_extend_strategy', isOneOf(['0', '1']), "'0' and '1'"),
  parameterRule('onnx.exec-mode', 'onnxruntime', 'execution_mode', isOneOf(['0', '1']), "'0' and '1'"),
  ...configRules([
    {
      id: 'onnx.graph',
      severity: Severity.WARNING,
      when: ({ optimization }) => !GRAPH_LEVELS.includes(optimization?.graph?.level ?? 0),
      at: 'optimization.graph.level',
      message: ({ optimization }) =>
        `level ${optimization?.graph?.level} means all optimizations, like 0; -1 is basic, 1 extended, 2 none`,
    },
  ]),
  ...partRules(
    ({ input }) => withFields(input, 'input'),
    [
      {
        id: 'onnx.optional-batching',
        when: ({ optional }, _, { max_batch_size: maximum }) => optional && maximum > 0,
        at: '.optional',
        message: ({ name }) =>
          `ONNX Runtime accepts optional inputs only with max_batch_size 0, and '${name}' is optional; make it required, or set max_batch_size to 0`,
      },
      {
        id: 'onnx.ragged-optional',
        when: ({ optional, allow_ragged_batch: ragged }) => optional && ragged,
        at: '.allow_ragged_batch',
        message: ({ name }) =>
          `ONNX Runtime accepts no input that is both optional and ragged, and '${name}' is both; remove one of the two options`,
      },
    ],
  ),
  ...partRules(tensorsOf, [
    {
      id: 'onnx.dtype',
      when: ({ tensor }, { release }) => tensor.data_type === 'TYPE_BF16' && release < BF16_TENSOR_RELEASE,
      at: '.data_type',
      message: (entry, { release }) =>
        `${describeTensor(entry)} is TYPE_BF16, which ONNX Runtime does not accept in Triton ${release}; use TYPE_FP16 or TYPE_FP32`,
    },
  ]),
]);
