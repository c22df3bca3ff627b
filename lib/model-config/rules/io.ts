import { Severity } from '../../findings/finding';
import { ModelConfigDocument } from '../schema/schema';
import { ConfigContext, ConfigRule } from './context';
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

/**
 * Returns the severity of missing data types and dims. Undefined for backends that read data types and dims from the model file: the
 * SageMaker image enables auto-completion. ONNX Runtime reads the model file only if a list of tensors is empty. Python models can
 * implement auto_complete_config, so missing values are only warnings.
 */
function severityOfMissing(config: ModelConfigDocument, { backend, platform }: ConfigContext): Severity | undefined {
  if (platform === 'ensemble' || backend === 'pytorch') {
    return Severity.ERROR;
  }
  if (backend === 'onnxruntime') {
    return config.input.length > 0 && config.output.length > 0 ? Severity.ERROR : undefined;
  }
  return ['tensorrt', 'tensorflow', 'openvino', 'dali'].includes(backend) ? undefined : Severity.WARNING;
}

export const ioRules: ConfigRule[] = [
  {
    id: 'io.name',
    *check(config) {
      for (const { tensor, side, field } of tensorsOf(config)) {
        if (tensor.name === '') {
          yield { field: `${field}.name`, message: `an ${side} needs a name` };
        }
      }
    },
  },
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
  {
    id: 'io.dtype',
    *check(config, context) {
      const severity = severityOfMissing(config, context);
      for (const entry of severity ? tensorsOf(config) : []) {
        if (entry.tensor.data_type === 'TYPE_INVALID') {
          yield {
            field: `${entry.field}.data_type`,
            message: `${describeTensor(entry)} needs a data_type, e.g. TYPE_FP32`,
            severity,
          };
        }
      }
    },
  },
  {
    id: 'io.dims',
    *check(config, context) {
      const severity = severityOfMissing(config, context);
      for (const entry of severity ? tensorsOf(config) : []) {
        if (entry.tensor.dims.length === 0) {
          const hint = config.max_batch_size > 0 ? ' (without the batch dimension)' : '';
          yield {
            field: `${entry.field}.dims`,
            message: `${describeTensor(entry)} needs dims${hint}, e.g. [ 1 ]`,
            severity,
          };
        }
      }
    },
  },
  {
    id: 'io.dim-value',
    *check(config) {
      for (const entry of tensorsOf(config)) {
        for (const [index, dim] of entry.tensor.dims.entries()) {
          if (dim < 1n && dim !== -1n) {
            yield {
              field: `${entry.field}.dims[${index}]`,
              message: `dim ${dim} of ${describeTensor(entry)} must be at least 1, or -1 for a variable dimension`,
            };
          }
        }
      }
    },
  },
  {
    id: 'input.format-dims',
    *check({ input }) {
      for (const [index, { name, format, dims }] of input.entries()) {
        if ((format === 'FORMAT_NHWC' || format === 'FORMAT_NCHW') && dims.length !== 3) {
          yield {
            field: `input[${index}].format`,
            message: `${format} needs 3 dims, input '${name}' has ${dims.length}; set 3 dims (the batch dimension is implied), or remove the format`,
          };
        }
      }
    },
  },
  ...(['input', 'output'] as const).map((side): ConfigRule => ({
    id: `${side}.shape-tensor`,
    *check(config, context) {
      for (const entry of tensorsOf(config).filter((candidate) => candidate.side === side)) {
        if (entry.tensor.is_shape_tensor && isNotTensorRt(context)) {
          yield {
            field: `${entry.field}.is_shape_tensor`,
            message: `${describeTensor(entry)} is a shape tensor, which only platform tensorrt_plan has; leave is_shape_tensor out`,
          };
        }
      }
    },
  })),
  {
    id: 'io.nonlinear-trt',
    *check(config, context) {
      for (const entry of tensorsOf(config)) {
        if (entry.tensor.is_non_linear_format_io && isNotTensorRt(context)) {
          yield {
            field: `${entry.field}.is_non_linear_format_io`,
            message: `${describeTensor(entry)} has a non-linear format, which only platform tensorrt_plan has; leave it out`,
          };
        }
      }
    },
  },
  {
    id: 'io.nonlinear-3',
    *check(config, context) {
      for (const entry of tensorsOf(config)) {
        if (entry.tensor.is_non_linear_format_io && !isNotTensorRt(context) && entry.tensor.dims.length !== 3) {
          yield {
            field: `${entry.field}.dims`,
            message: `a non-linear format needs 3 dims, ${describeTensor(entry)} has ${entry.tensor.dims.length}`,
          };
        }
      }
    },
  },
];
