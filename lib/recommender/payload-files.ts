import * as fs from 'fs';
import * as path from 'path';
import { Tensor, TritonModel } from '../model';

/** The files of a payload, with one request body each. */
export interface PayloadFiles {
  readonly contentType: string;
  readonly bodies: { readonly name: string; readonly body: Buffer }[];
  /** Reason why there are no files. */
  readonly problem?: string;
}

const BINARY_ONLY_TYPES = ['FP16', 'BF16'];

/** Parameters of a request that is a complete sequence. The server keeps no state after the request. */
const SINGLE_REQUEST_SEQUENCE = { sequence_id: 1, sequence_start: true, sequence_end: true };

/** Returns the requests of a model's examples, or one request of zeros for a model without examples. */
export function examplePayload(model?: TritonModel): PayloadFiles {
  if (!model)
    return unusablePayload('got the examples of a model, but no model; allowed: SamplePayload.fromFiles or fromS3');
  const requiresBinary = [...model.inputs, ...model.outputs].some(({ dataType }) =>
    BINARY_ONLY_TYPES.includes(dataType.kserveName),
  );
  if (model.examples.length > 0) {
    if (requiresBinary) {
      const message = 'got examples of FP16 or BF16 tensors, which requests in JSON cannot contain; allowed: ';
      return unusablePayload(`${message}SamplePayload.fromFiles with bodies in Triton's binary form`);
    }
    return jsonPayload(model.examples.map(({ request }) => ({ ...sequenceParameters(model), ...request })));
  }
  if (model.inputs.length === 0) {
    return unusablePayload(
      'got a model whose inputs are only in its file; allowed: examples, or SamplePayload.fromFiles',
    );
  }
  return requiresBinary ? binaryZeros(model) : jsonPayload([zeroRequest(model)]);
}

/** Returns the content of files. */
export function filePayload(files: string[], contentType: string): PayloadFiles {
  if (files.length === 0) return unusablePayload('got no files; allowed: at least one');
  const missingFile = files.find((file) => !fs.existsSync(file) || !fs.statSync(file).isFile());
  if (missingFile !== undefined)
    return unusablePayload(`got '${missingFile}', which is not a file; allowed: paths of files`);
  const bodies = files.map((file, index) => ({ name: `${index}-${path.basename(file)}`, body: fs.readFileSync(file) }));
  const emptyIndex = bodies.findIndex(({ body }) => body.length === 0);
  if (emptyIndex >= 0)
    return unusablePayload(
      `got ${files[emptyIndex]}, which is empty; Triton responds with HTTP 500 to an empty request`,
    );
  return { contentType, bodies };
}

function unusablePayload(text: string): PayloadFiles {
  return { contentType: '', bodies: [], problem: text };
}

function jsonPayload(requests: object[]): PayloadFiles {
  const bodies = requests.map((request, index) => ({
    name: `${index}.json`,
    body: Buffer.from(JSON.stringify(request)),
  }));
  return { contentType: 'application/json', bodies };
}

function zeroRequest(model: TritonModel): object {
  const inputs = requiredInputs(model).map(({ name, dataType, shape, elements }) => {
    const value = dataType === 'BOOL' ? false : dataType === 'BYTES' ? '' : 0;
    return { name, datatype: dataType, shape, data: Array<unknown>(elements).fill(value) };
  });
  return { ...sequenceParameters(model), inputs };
}

/** A request in Triton's binary format: JSON, followed by the bytes of the tensors. Zero bytes are zeros or empty strings. */
function binaryZeros(model: TritonModel): PayloadFiles {
  const inputs = requiredInputs(model);
  const inputBytes = ({ bytes, elements }: RequiredInput): number => elements * bytes;
  const header = JSON.stringify({
    parameters: { ...sequenceParameters(model).parameters, binary_data_output: true },
    inputs: inputs.map((input) => ({
      name: input.name,
      datatype: input.dataType,
      shape: input.shape,
      parameters: { binary_data_size: inputBytes(input) },
    })),
  });
  const body = Buffer.concat([
    Buffer.from(header),
    Buffer.alloc(inputs.reduce((sum, input) => sum + inputBytes(input), 0)),
  ]);
  const contentType = `application/vnd.sagemaker-triton.binary+json;json-header-size=${Buffer.byteLength(header)}`;
  return { contentType, bodies: [{ name: '0.bin', body }] };
}

interface RequiredInput {
  readonly name: string;
  readonly dataType: string;
  readonly shape: number[];
  readonly elements: number;
  /** Bytes per element. The strings are empty, so the bytes of a string are only its 4-byte length. */
  readonly bytes: number;
}

function requiredInputs(model: TritonModel): RequiredInput[] {
  return model.inputs
    .filter(({ optional }) => !optional)
    .map(({ name, dataType, dims }: Tensor) => {
      const sizes = dims.map((dim) => (dim === -1 ? 1 : dim));
      const shape = model.maxBatchSize > 0 ? [1, ...sizes] : sizes;
      const elements = shape.reduce((product, dim) => product * dim, 1);
      return { name, dataType: dataType.kserveName, shape, elements, bytes: dataType.byteSize ?? 4 };
    });
}

function sequenceParameters({ config }: TritonModel): { parameters?: object } {
  return config._document.sequence_batching === undefined ? {} : { parameters: SINGLE_REQUEST_SEQUENCE };
}
