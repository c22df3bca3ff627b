import type { ModelMetadata, TensorMetadata } from '../client/model-metadata';
import { Tensor } from './tensor';
import type { TritonModel } from './triton-model';

/** What Triton's `GET /v2/models/<model>` returns of a model's tensors, with which inputs a request may leave out. */
export function metadataOf({ name, maxBatchSize, inputs, outputs }: TritonModel): ModelMetadata {
  const describe = ({ name: tensor, dataType, dims, optional }: Tensor): TensorMetadata => ({
    name: tensor,
    datatype: dataType.kserveName as TensorMetadata['datatype'],
    shape: maxBatchSize > 0 ? [-1, ...dims] : dims,
    ...(optional && { optional }),
  });
  return { name, inputs: inputs.map(describe), outputs: outputs.map(describe) };
}
