import { randomBytes } from 'crypto';
import * as fs from 'fs';
import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { appPath, write } from './installed';

/** Field numbers of messages in onnx.proto (onnx/onnx), and a data type. */
const MODEL = { graph: 7 };
const GRAPH = { initializer: 5 };
const TENSOR = { dims: 1, dataType: 2, name: 8, rawData: 9 };
const UINT8 = 2;

/** Sizes of weights, which do not compress, and of a text file, which does. */
const WEIGHT_BYTES = 40_000_000;
const TEXT_BYTES = 8_000_000;

/** Writes the ONNX file of the image classifier with 40 MB of unused weights, and a large text file. The responses are unchanged. */
export function writeLargeModel(folder: string): void {
  const file = fs.readFileSync(appPath('model-artifacts/image-classifier/onnx/1/model.onnx'));
  write(`${folder}/1/model.onnx`, withWeights(file, randomBytes(WEIGHT_BYTES)));
  write(`${folder}/1/vocabulary.txt`, 'one word of many\n'.repeat(TEXT_BYTES / 17));
  write(
    `${folder}/config.pbtxt`,
    `name: "large"
backend: "onnxruntime"
max_batch_size: 16
input { name: "image" data_type: TYPE_FP32 dims: [ 3, 32, 32 ] }
output { name: "scores" data_type: TYPE_FP32 dims: [ 10 ] }
`,
  );
}

function withWeights(onnx: Uint8Array, weights: Uint8Array): Uint8Array {
  const tensor = new BinaryWriter();
  tensor.tag(TENSOR.dims, WireType.Varint).int64(weights.length);
  tensor.tag(TENSOR.dataType, WireType.Varint).int32(UINT8);
  tensor.tag(TENSOR.name, WireType.LengthDelimited).string('more_weights');
  tensor.tag(TENSOR.rawData, WireType.LengthDelimited).bytes(weights);
  const initializer = new BinaryWriter().tag(GRAPH.initializer, WireType.LengthDelimited).bytes(tensor.finish());

  const reader = new BinaryReader(onnx);
  const model = new BinaryWriter();
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === MODEL.graph) {
      const graph = Buffer.concat([reader.bytes(), initializer.finish()]);
      model.tag(field, wireType).bytes(graph);
    } else {
      model.tag(field, wireType).raw(reader.skip(wireType, field));
    }
  }
  return model.finish();
}
