import { Severity } from '../../findings/finding';
import { ModelConfigDocument } from '../schema/schema';
import { ConfigContext, ConfigRule, partRules, withFields } from './context';
import { duplicateIndices } from './duplicates';
import { isNotTensorRt } from './resolve-backend';

/** Returns all inputs and outputs of a model, each with its field path for findings. */
export function tensorsOf({ input, output }: ModelConfigDocument) {
  return [
    ...input.map((tensor, index) => ({ tensor, side: 'input' as const, field: `input[${index}]` })),
    ...output.map((tensor, index) => ({ tensor, side: 'output' as const, field: `output[${index}]` })),
  ];
}

/** Returns the text with which messages refer to a tensor, such as `input 'text'`. */
export function describeTensor({
  tensor,
  side,
}: {
  readonly tensor: { readonly name: string };
  readonly side: string;
}): string {
  return tensor.name === '' ? side : `${side} '${tensor.name}'`;
}

/** The dimensions of all inputs and outputs. */
function dimsOf(config: ModelConfigDocument) {
  return tensorsOf(config).flatMap((entry) =>
    entry.tensor.dims.map((dim, index) => ({ ...entry, dim, field: `${entry.field}.dims[${index}]` })),
  );
}

/**
 * Returns the severity of missing data types and dims. Undefined for backends that read data types and dims from the model file: the
 * SageMaker image enables auto-completion. ONNX Runtime reads the model file only if a list of tensors is empty. Python models can
 * implement auto_complete_config, so missing values are only warnings.
 */
function severityOfMissing(config: ModelConfigDocument, { backend, platform }: ConfigContext): Severity | undefined {
  if (platform === 'ensemble' || backend === 'pytorch') return Severity.ERROR;
  if (backend === 'onnxruntime')
    return config.input.length > 0 && config.output.length > 0 ? Severity.ERROR : undefined;
  return ['tensorrt', 'tensorflow', 'openvino', 'dali'].includes(backend) ? undefined : Severity.WARNING;
}

/** The inputs and outputs whose data types and dims are required, with the severity of missing ones. */
function requiredTensorsOf(config: ModelConfigDocument, context: ConfigContext) {
  const severity = severityOfMissing(config, context);
  return severity ? tensorsOf(config).map((entry) => ({ ...entry, severity })) : [];
}

/** Rules about data types and dims that are required. */
export const missingValueRules: ConfigRule[] = partRules(requiredTensorsOf, [
  {
    id: 'io.dtype',
    severity: ({ severity }) => severity,
    when: ({ tensor }) => tensor.data_type === 'TYPE_INVALID',
    at: '.data_type',
    message: (entry) => `${describeTensor(entry)} needs a data_type, e.g. TYPE_FP32`,
  },
  {
    id: 'io.dims',
    severity: ({ severity }) => severity,
    when: ({ tensor }) => tensor.dims.length === 0,
    at: '.dims',
    message: (entry, _, { max_batch_size: maximum }) =>
      `${describeTensor(entry)} needs dims${maximum > 0 ? ' (without the batch dimension)' : ''}, e.g. [ 1 ]`,
  },
]);

const shapeTensorRules = (['input', 'output'] as const).flatMap((side) =>
  partRules(
    (config) => tensorsOf(config).filter((entry) => entry.side === side),
    [
      {
        id: `${side}.shape-tensor`,
        when: ({ tensor }, context) => tensor.is_shape_tensor && isNotTensorRt(context),
        at: '.is_shape_tensor',
        message: (entry) =>
          `${describeTensor(entry)} is a shape tensor, which only platform tensorrt_plan has; leave is_shape_tensor out`,
      },
    ],
  ),
);

export const ioRules: ConfigRule[] = [
  ...partRules(tensorsOf, [
    {
      id: 'io.name',
      when: ({ tensor }) => tensor.name === '',
      at: '.name',
      message: ({ side }) => `an ${side} needs a name`,
    },
  ]),
  {
    id: 'io.unique',
    severity: Severity.WARNING,
    *check({ input, output }) {
      for (const [side, list] of Object.entries({ input, output })) {
        const names = list.map(({ name }) => name);
        for (const index of duplicateIndices(names)) {
          yield {
            field: `${side}[${index}].name`,
            message:
              `${side} '${names[index]}' is declared more than once; Triton loads this, but counts it twice ` +
              'and then rejects requests; list each tensor once',
          };
        }
      }
    },
  },
  ...missingValueRules,
  ...partRules(dimsOf, [
    {
      id: 'io.dim-value',
      when: ({ dim }) => dim < 1n && dim !== -1n,
      message: (entry) =>
        `dim ${entry.dim} of ${describeTensor(entry)} must be at least 1, or -1 for a variable dimension`,
    },
  ]),
  ...partRules(
    ({ input }) => withFields(input, 'input'),
    [
      {
        id: 'input.format-dims',
        when: ({ format, dims }) => (format === 'FORMAT_NHWC' || format === 'FORMAT_NCHW') && dims.length !== 3,
        at: '.format',
        message: ({ name, format, dims }) =>
          `${format} needs 3 dims, input '${name}' has ${dims.length}; set 3 dims (the batch dimension is implied), or remove the format`,
      },
    ],
  ),
  ...shapeTensorRules,
  ...partRules(tensorsOf, [
    {
      id: 'io.nonlinear-trt',
      when: ({ tensor }, context) => tensor.is_non_linear_format_io && isNotTensorRt(context),
      at: '.is_non_linear_format_io',
      message: (entry) =>
        `${describeTensor(entry)} has a non-linear format, which only platform tensorrt_plan has; leave it out`,
    },
    {
      id: 'io.nonlinear-3',
      when: ({ tensor }, context) =>
        tensor.is_non_linear_format_io && !isNotTensorRt(context) && tensor.dims.length !== 3,
      at: '.dims',
      message: (entry) => `a non-linear format needs 3 dims, ${describeTensor(entry)} has ${entry.tensor.dims.length}`,
    },
  ]),
];
