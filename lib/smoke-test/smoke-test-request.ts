import * as fs from 'fs';
import type { Example, SyntheticRequest } from '../contracts/smoke-test-properties';
import { error, Finding } from '../findings/finding';
import { checkCountRange } from '../findings/ranges';
import { Tensor, TritonModel } from '../model';

/**
 * Batch size and shapes of a request.
 *
 * @internal
 */
export interface RequestSizeOptions {
  /**
   * Batch size of the request, from 1 to the `maxBatchSize` of the model. Ignored for a model without batching.
   *
   * @default 1
   */
  readonly batchSize?: number;

  /**
   * Shapes for tensors with variable dimensions (-1), by tensor name, without the batch dimension.
   *
   * @default - 1 for each variable dimension
   */
  readonly shapes?: { [tensorName: string]: number[] };
}

/** Options of a request that is generated from the inputs of a model. */
export interface SmokeTestRequestOptions extends RequestSizeOptions {
  /**
   * Whether the request uses Triton's binary format (`application/vnd.sagemaker-triton.binary+json`) instead of JSON. The binary format is
   * smaller, and the server parses it faster. SageMaker accepts at most 6,291,456 bytes in either format.
   *
   * @default - the binary format if a tensor requires it (FP16, BF16, files of bytes), or if, with the declared shapes, the JSON of
   * the request or the response can exceed 6,291,456 bytes; otherwise JSON
   */
  readonly binary?: boolean;
}

/** Options of a request from files, and the expected response. */
export interface FileRequestOptions extends RequestSizeOptions {
  /**
   * Files with the expected outputs, by tensor name, in the same format as the files of the inputs.
   *
   * @default - names, data types and shapes are checked, but not values
   */
  readonly expected?: { [outputName: string]: string };

  /**
   * Absolute tolerance for each number.
   *
   * @default 0.001
   */
  readonly absoluteTolerance?: number;

  /**
   * Relative tolerance for each number, as a fraction of the expected number. It is added to `absoluteTolerance`.
   *
   * @default 0
   */
  readonly relativeTolerance?: number;
}

const OPTIONS_RULE = 'smoke-test.options';

type RequestKind = 'zeros' | 'random' | 'files';

/**
 * A request of the smoke test, which is sent to each model of the endpoint. For requests in KServe JSON, use a `ModelExample` of the model.
 *
 * @example
 * new TritonRealtimeEndpoint(stack, 'Endpoint', { model, smokeTest: { requests: [SmokeTestRequest.random(1)] } });
 */
export class SmokeTestRequest {
  /** A request with zeros, `false` or empty strings for each required input. */
  public static zeros(options: SmokeTestRequestOptions = {}): SmokeTestRequest {
    return new SmokeTestRequest('zeros', options);
  }

  /**
   * A request with random values for each required input: floating-point numbers from 0 to 1, integers from 0 to 99 (which are valid tokens
   * of any vocabulary), and strings of eight letters. The values depend only on the seed and the name of the input.
   *
   * @param seed seed of the random values. Requests with equal seeds are equal. The default is 0
   * @param options batch size, shapes and format
   */
  public static random(seed?: number, options: SmokeTestRequestOptions = {}): SmokeTestRequest {
    return new SmokeTestRequest('random', { ...options, seed });
  }

  /**
   * A request whose inputs are read from files. A file contains the elements in row-major order and in little-endian format, as
   * `numpy.ndarray.tofile` writes them. Each string is preceded by its length in four bytes.
   *
   * @param inputs a file for each input, by tensor name
   * @param options batch size, shapes and expected outputs
   * @throws an error at synthesis if a file cannot be read, or if its size does not match the tensor
   */
  public static fromFiles(inputs: { [inputName: string]: string }, options: FileRequestOptions = {}): SmokeTestRequest {
    return new SmokeTestRequest('files', options, inputs);
  }

  private constructor(
    private readonly kind: RequestKind,
    private readonly options: SmokeTestRequestOptions & FileRequestOptions & { readonly seed?: number },
    private readonly inputs: { [inputName: string]: string } = {},
  ) {}

  /** Description of the request, for the handler that generates it. Undefined for a request from files. @internal */
  public get _requestToGenerate(): SyntheticRequest | undefined {
    const { batchSize, shapes, binary, seed } = this.options;
    return this.kind === 'files' ? undefined : { fill: this.kind, batchSize, shapes, binary, seed };
  }

  /** A request from files, in the format of an example. Undefined for a generated request. @internal */
  public _example(model: TritonModel): Example | undefined {
    if (this.kind !== 'files') return undefined;
    const { expected, absoluteTolerance = 1e-3, relativeTolerance = 0 } = this.options;
    return {
      request: { inputs: this.readTensors(model, model.inputs, this.inputs) },
      response: expected && { outputs: this.readTensors(model, model.outputs, expected) },
      absoluteTolerance,
      relativeTolerance,
    };
  }

  /** Reports options that do not match the model. @internal */
  public _check(model: TritonModel): Finding[] {
    const { batchSize = 1, shapes = {}, expected = {} } = this.options;
    const allTensors = [...model.inputs, ...model.outputs];
    const findings = Object.entries(shapes).flatMap(([name, shape]) => {
      const tensor = allTensors.find((each) => each.name === name);
      if (!tensor) return [error(OPTIONS_RULE, 'shapes', `got '${name}'; allowed: ${namesOf(allTensors)}`)];
      if (matchesDims(shape, tensor.dims)) return [];
      const message = `got [${shape.join(', ')}] for '${name}'; allowed: [${tensor.dims.join(', ')}], -1 being any size`;
      return [error(OPTIONS_RULE, 'shapes', message)];
    });
    if (model.maxBatchSize > 0) {
      findings.unshift(
        ...checkCountRange(batchSize, {
          ruleId: OPTIONS_RULE,
          field: 'batchSize',
          minimum: 1,
          maximum: model.maxBatchSize,
        }),
      );
    }
    if (this.kind !== 'files') return findings;
    const missing = model.inputs.filter(({ name, optional }) => !optional && this.inputs[name] === undefined);
    return [
      ...findings,
      ...(missing.length > 0
        ? [error(OPTIONS_RULE, 'inputs', `lacks ${namesOf(missing)}, which the model requires`)]
        : []),
      ...this.checkFiles('inputs', model, model.inputs, this.inputs),
      ...this.checkFiles('expected', model, model.outputs, expected),
    ];
  }

  private checkFiles(
    field: string,
    model: TritonModel,
    tensors: Tensor[],
    files: { [tensorName: string]: string },
  ): Finding[] {
    return Object.entries(files).flatMap(([name, file]) => {
      const reject = (message: string): Finding[] => [error(OPTIONS_RULE, `${field}.${name}`, message)];
      const tensor = tensors.find((each) => each.name === name);
      if (!tensor) return reject(`got '${name}'; allowed: ${namesOf(tensors)}`);
      if (!fs.existsSync(file)) return reject(`got ${file}, which does not exist`);
      const { byteSize } = tensor.dataType;
      if (byteSize === undefined) return [];
      const shape = this.shapeOf(model, tensor);
      const expectedSize = shape.reduce((product, size) => product * size, byteSize);
      const { size } = fs.statSync(file);
      if (size === expectedSize) return [];
      return reject(
        `got ${file} of ${size} bytes; allowed: ${expectedSize}, for ${tensor.dataType} of shape [${shape.join(', ')}]`,
      );
    });
  }

  private readTensors(model: TritonModel, tensors: Tensor[], files: { [tensorName: string]: string }) {
    return tensors
      .filter(({ name }) => files[name] !== undefined)
      .map((tensor) => ({
        name: tensor.name,
        datatype: tensor.dataType.kserveName,
        shape: this.shapeOf(model, tensor),
        base64: fs.readFileSync(files[tensor.name], 'base64'),
      }));
  }

  private shapeOf(model: TritonModel, { name, dims }: Tensor): number[] {
    const { batchSize = 1, shapes = {} } = this.options;
    const sizes = shapes[name] ?? dims.map((dim) => (dim === -1 ? 1 : dim));
    return model.maxBatchSize > 0 ? [batchSize, ...sizes] : sizes;
  }
}

function matchesDims(shape: number[], dims: number[]): boolean {
  return (
    shape.length === dims.length &&
    dims.every((dim, index) =>
      dim === -1 ? Number.isInteger(shape[index]) && shape[index] >= 0 : dim === shape[index],
    )
  );
}

function namesOf(tensors: Tensor[]): string {
  return tensors.map(({ name }) => `'${name}'`).join(', ') || 'none';
}
