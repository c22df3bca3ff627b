import { enumeration, many, one } from './field';

export const tensorEnums = {
  DataType: enumeration(
    [
      'TYPE_INVALID',
      'TYPE_BOOL',
      'TYPE_UINT8',
      'TYPE_UINT16',
      'TYPE_UINT32',
      'TYPE_UINT64',
      'TYPE_INT8',
      'TYPE_INT16',
      'TYPE_INT32',
      'TYPE_INT64',
      'TYPE_FP16',
      'TYPE_FP32',
      'TYPE_FP64',
      'TYPE_STRING',
      'TYPE_BF16',
    ],
    { TYPE_BF16: '22.05' },
  ),
  'ModelInput.Format': enumeration(['FORMAT_NONE', 'FORMAT_NHWC', 'FORMAT_NCHW']),
  'BatchInput.Kind': enumeration(
    [
      'BATCH_ELEMENT_COUNT',
      'BATCH_ACCUMULATED_ELEMENT_COUNT',
      'BATCH_ACCUMULATED_ELEMENT_COUNT_WITH_ZERO',
      'BATCH_MAX_ELEMENT_COUNT_AS_SHAPE',
      'BATCH_ITEM_SHAPE',
      'BATCH_ITEM_SHAPE_FLATTEN',
    ],
    { BATCH_ITEM_SHAPE: '22.03', BATCH_ITEM_SHAPE_FLATTEN: '22.03' },
  ),
  'BatchOutput.Kind': enumeration(['BATCH_SCATTER_WITH_INPUT_SHAPE']),
};

export const tensorMessages = {
  ModelTensorReshape: {
    shape: many(1, 'int64'),
  },
  ModelInput: {
    name: one(1, 'string'),
    data_type: one(2, 'DataType'),
    format: one(3, 'ModelInput.Format'),
    dims: many(4, 'int64'),
    reshape: one(5, 'ModelTensorReshape'),
    is_shape_tensor: one(6, 'bool'),
    allow_ragged_batch: one(7, 'bool'),
    optional: one(8, 'bool', { since: '22.01' }),
    is_non_linear_format_io: one(9, 'bool', { since: '24.08' }),
  },
  ModelOutput: {
    name: one(1, 'string'),
    data_type: one(2, 'DataType'),
    dims: many(3, 'int64'),
    reshape: one(5, 'ModelTensorReshape'),
    label_filename: one(4, 'string'),
    is_shape_tensor: one(6, 'bool'),
    is_non_linear_format_io: one(7, 'bool', { since: '24.08' }),
  },
  BatchInput: {
    kind: one(1, 'BatchInput.Kind'),
    target_name: many(2, 'string'),
    data_type: one(3, 'DataType'),
    source_input: many(4, 'string'),
  },
  BatchOutput: {
    target_name: many(1, 'string'),
    kind: one(2, 'BatchOutput.Kind'),
    source_input: many(3, 'string'),
  },
};
