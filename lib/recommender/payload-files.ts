import * as fs from 'fs';
import * as path from 'path';
import { Tensor, TritonModel } from '../model';

/** The bodies of requests. */
export interface PayloadFiles {
  readonly contentType: string;
  readonly bodies: { readonly name: string; readonly body: Buffer }[];
  /** Why there are none. */
  readonly problem?: string;
}

const BINARY_ONLY = ['FP16', 'BF16'];

/** A request that begins and ends its sequence, so that it leaves nothing behind. */
const SEQUENCE_OF_ONE = { sequence_id: 1, sequence_start: true, sequence_end: true };

/** The requests of a model's examples; one of zeros for a model without. */
export function examplePayload(model?: TritonModel): PayloadFiles {
  if (!model) return problem('got the examples of a model, but no model; allowed: SamplePayload.fromFiles or fromS3');
  const binary = [...model.inputs, ...model.outputs].some(({ dataType }) => BINARY_ONLY.includes(dataType.kserveName));
  if (model.examples.length > 0) {
    if (binary) {
      const message = 'got examples of FP16 or BF16 tensors, which requests in JSON cannot contain; allowed: ';
      return problem(`${message}SamplePayload.fromFiles with bodies in Triton's binary form`);
    }
    return json(model.examples.map(({ request }) => request));
  }
  if (model.inputs.length === 0) {
    return problem('got a model whose inputs are only in its file; allowed: examples, or SamplePayload.fromFiles');
  }
  return binary ? binaryZeros(model) : json([zeros(model)]);
}

/** Files as they are. */
export function filePayload(files: string[], contentType: string): PayloadFiles {
  if (files.length === 0) return problem('got no files; allowed: at least one');
  const missing = files.find((file) => !fs.existsSync(file) || !fs.statSync(file).isFile());
  if (missing !== undefined) return problem(`got '${missing}', which is not a file; allowed: paths of files`);
  const bodies = files.map((file, index) => ({ name: `${index}-${path.basename(file)}`, body: fs.readFileSync(file) }));
  const empty = bodies.findIndex(({ body }) => body.length === 0);
  if (empty >= 0)
    return problem(`got ${files[empty]}, which is empty; Triton responds with HTTP 500 to an empty request`);
  return { contentType, bodies };
}

function problem(text: string): PayloadFiles {
  return { contentType: '', bodies: [], problem: text };
}

function json(requests: object[]): PayloadFiles {
  const bodies = requests.map((request, index) => ({
    name: `${index}.json`,
    body: Buffer.from(JSON.stringify(request)),
  }));
  return { contentType: 'application/json', bodies };
}

function zeros(model: TritonModel): object {
  const inputs = requiredInputs(model).map(({ name, dataType, shape, elements }) => {
    const value = dataType === 'BOOL' ? false : dataType === 'BYTES' ? '' : 0;
    return { name, datatype: dataType, shape, data: Array<unknown>(elements).fill(value) };
  });
  return { ...sequenceOf(model), inputs };
}

/** The tensors' bytes behind the JSON. Zero bytes are zeros of every type, and an empty string's length. */
function binaryZeros(model: TritonModel): PayloadFiles {
  const inputs = requiredInputs(model);
  const size = ({ bytes, elements }: RequiredInput): number => elements * bytes;
  const header = JSON.stringify({
    parameters: { ...sequenceOf(model).parameters, binary_data_output: true },
    inputs: inputs.map((input) => ({
      name: input.name,
      datatype: input.dataType,
      shape: input.shape,
      parameters: { binary_data_size: size(input) },
    })),
  });
  const body = Buffer.concat([Buffer.from(header), Buffer.alloc(inputs.reduce((sum, input) => sum + size(input), 0))]);
  const contentType = `application/vnd.sagemaker-triton.binary+json;json-header-size=${Buffer.byteLength(header)}`;
  return { contentType, bodies: [{ name: '0.bin', body }] };
}

interface RequiredInput {
  readonly name: string;
  readonly dataType: string;
  readonly shape: number[];
  readonly elements: number;
  /** Of one element; of a string, its length's. */
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

function sequenceOf({ config }: TritonModel): { parameters?: object } {
  return config._json.sequence_batching === undefined ? {} : { parameters: SEQUENCE_OF_ONE };
}
