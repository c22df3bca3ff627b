import { Severity } from '../../findings/finding';
import { ModelConfigDocument } from '../schema/schema';
import { ConfigContext, ConfigRule } from './context';
import { repeated } from './repeated';
import { isNotTensorRt } from './resolve-backend';

/** Every input and output with its place. */
export function tensors({ input, output }: ModelConfigDocument) {
  return [
    ...input.map((tensor, index) => ({ tensor, side: 'input' as const, field: `input[${index}]` })),
    ...output.map((tensor, index) => ({ tensor, side: 'output' as const, field: `output[${index}]` })),
  ];
}

/** How findings call a tensor. */
export function titled({
  tensor,
  side,
}: {
  readonly tensor: { readonly name: string };
  readonly side: string;
}): string {
  return tensor.name === '' ? side : `${side} '${tensor.name}'`;
}

/**
 * What becomes of a missing data type or dims: some backends read it from the model file (auto-completion is on in the
 * SageMaker image), ONNX Runtime only when a whole list is missing; python may, with auto_complete_config in model.py.
 */
function incomplete(config: ModelConfigDocument, { backend, platform }: ConfigContext): Severity | undefined {
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
      for (const { tensor, side, field } of tensors(config)) {
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
        for (const index of repeated(names)) {
          yield {
            field: `${side}[${index}].name`,
            message:
              `${side} '${names[index]}' is given more than once; Triton loads this, but counts it twice ` +
              'and then rejects requests; list each tensor once',
          };
        }
      }
    },
  },
  {
    id: 'io.dtype',
    *check(config, context) {
      const severity = incomplete(config, context);
      for (const one of severity ? tensors(config) : []) {
        if (one.tensor.data_type === 'TYPE_INVALID') {
          yield {
            field: `${one.field}.data_type`,
            message: `${titled(one)} needs a data_type, e.g. TYPE_FP32`,
            severity,
          };
        }
      }
    },
  },
  {
    id: 'io.dims',
    *check(config, context) {
      const severity = incomplete(config, context);
      for (const one of severity ? tensors(config) : []) {
        if (one.tensor.dims.length === 0) {
          const hint = config.max_batch_size > 0 ? ' (without the batch dimension)' : '';
          yield { field: `${one.field}.dims`, message: `${titled(one)} needs dims${hint}, e.g. [ 1 ]`, severity };
        }
      }
    },
  },
  {
    id: 'io.dim-value',
    *check(config) {
      for (const one of tensors(config)) {
        for (const [index, dim] of one.tensor.dims.entries()) {
          if (dim < 1n && dim !== -1n) {
            yield {
              field: `${one.field}.dims[${index}]`,
              message: `dim ${dim} of ${titled(one)} must be at least 1, or -1 for a variable dimension`,
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
      for (const one of tensors(config).filter((tensor) => tensor.side === side)) {
        if (one.tensor.is_shape_tensor && isNotTensorRt(context)) {
          yield {
            field: `${one.field}.is_shape_tensor`,
            message: `${titled(one)} is a shape tensor, which only platform tensorrt_plan has; leave is_shape_tensor out`,
          };
        }
      }
    },
  })),
  {
    id: 'io.nonlinear-trt',
    *check(config, context) {
      for (const one of tensors(config)) {
        if (one.tensor.is_non_linear_format_io && isNotTensorRt(context)) {
          yield {
            field: `${one.field}.is_non_linear_format_io`,
            message: `${titled(one)} has a non-linear format, which only platform tensorrt_plan has; leave it out`,
          };
        }
      }
    },
  },
  {
    id: 'io.nonlinear-3',
    *check(config, context) {
      for (const one of tensors(config)) {
        if (one.tensor.is_non_linear_format_io && !isNotTensorRt(context) && one.tensor.dims.length !== 3) {
          yield {
            field: `${one.field}.dims`,
            message: `a non-linear format needs 3 dims, ${titled(one)} has ${one.tensor.dims.length}`,
          };
        }
      }
    },
  },
];
