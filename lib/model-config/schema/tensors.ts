import { enumeration, repeated, singular } from './field';

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
    shape: repeated(1, 'int64'),
  },
  ModelInput: {
    name: singular(1, 'string'),
    data_type: singular(2, 'DataType'),
    format: singular(3, 'ModelInput.Format'),
    dims: repeated(4, 'int64'),
    reshape: singular(5, 'ModelTensorReshape'),
    is_shape_tensor: singular(6, 'bool'),
    allow_ragged_batch: singular(7, 'bool'),
    optional: singular(8, 'bool', { since: '22.01' }),
    is_non_linear_format_io: singular(9, 'bool', { since: '24.08' }),
  },
  ModelOutput: {
    name: singular(1, 'string'),
    data_type: singular(2, 'DataType'),
    dims: repeated(3, 'int64'),
    reshape: singular(5, 'ModelTensorReshape'),
    label_filename: singular(4, 'string'),
    is_shape_tensor: singular(6, 'bool'),
    is_non_linear_format_io: singular(7, 'bool', { since: '24.08' }),
  },
  BatchInput: {
    kind: singular(1, 'BatchInput.Kind'),
    target_name: repeated(2, 'string'),
    data_type: singular(3, 'DataType'),
    source_input: repeated(4, 'string'),
  },
  BatchOutput: {
    target_name: repeated(1, 'string'),
    kind: singular(2, 'BatchOutput.Kind'),
    source_input: repeated(3, 'string'),
  },
};
