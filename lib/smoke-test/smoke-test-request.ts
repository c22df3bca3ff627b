import * as fs from 'fs';
import { error, Finding } from '../findings/finding';
import { countWithin } from '../findings/ranges';
import { Tensor, TritonModel } from '../model';

/**
 * How large a request is.
 *
 * @internal
 */
export interface RequestSizeOptions {
  /**
   * Items in the batch, 1 to the model's `maxBatchSize`. Ignored for a model that does not batch.
   *
   * @default 1
   */
  readonly batchSize?: number;

  /**
   * Shapes of tensors with dimensions of any size (-1), by tensor name, without the batch dimension.
   *
   * @default - 1 for each dimension of any size
   */
  readonly shapes?: { [tensorName: string]: number[] };
}

/** What a request that is made from a model's inputs looks like. */
export interface SmokeTestRequestOptions extends RequestSizeOptions {
  /**
   * Whether the request travels in Triton's binary form (`application/vnd.sagemaker-triton.binary+json`) instead of JSON. It is
   * smaller and faster to read for the server; SageMaker takes at most 6,291,456 bytes of either.
   *
   * @default - as JSON where every tensor can be: FP16, BF16 and files of bytes travel in the binary form
   */
  readonly binary?: boolean;
}

/** A request from files, and what it has to be answered with. */
export interface FileRequestOptions extends RequestSizeOptions {
  /**
   * Files with the expected outputs, by tensor name, in the form of the inputs' files.
   *
   * @default - names, types and shapes are checked, values are not
   */
  readonly expected?: { [outputName: string]: string };

  /**
   * The difference allowed for each number.
   *
   * @default 0.001
   */
  readonly absoluteTolerance?: number;

  /**
   * The difference allowed for each number, as a share of the expected one; added to `absoluteTolerance`.
   *
   * @default 0
   */
  readonly relativeTolerance?: number;
}

/** The rule about all options of a smoke test. */
const RULE = 'smoke-test.options';

type Kind = 'zeros' | 'random' | 'files';

/**
 * A request of the smoke test, made for each model of the endpoint. Requests in KServe JSON are `ModelExample`s of the model.
 *
 * @example
 * new TritonRealtimeEndpoint(stack, 'Endpoint', { model, smokeTest: { requests: [SmokeTestRequest.random(1)] } });
 */
export class SmokeTestRequest {
  /** Zeros, `false` and empty strings for every input that a request has to have. */
  public static zeros(options: SmokeTestRequestOptions = {}): SmokeTestRequest {
    return new SmokeTestRequest('zeros', options);
  }

  /**
   * Random values for every input that a request has to have: floats from 0 to 1, integers from 0 to 99 (which are tokens of any
   * vocabulary), strings of eight letters. They depend on the seed and the input's name only.
   *
   * @param seed equal seeds make equal requests; 0 without one
   * @param options batch, shapes and form
   */
  public static random(seed?: number, options: SmokeTestRequestOptions = {}): SmokeTestRequest {
    return new SmokeTestRequest('random', { ...options, seed });
  }

  /**
   * Inputs from files: their elements in row-major order and little-endian, as `numpy.ndarray.tofile` writes them; strings each behind
   * its length in four bytes.
   *
   * @param inputs a file for each input, by tensor name
   * @param options batch, shapes, and the expected outputs
   * @throws at synth when a file cannot be read, or has not as many bytes as the tensor
   */
  public static fromFiles(inputs: { [inputName: string]: string }, options: FileRequestOptions = {}): SmokeTestRequest {
    return new SmokeTestRequest('files', options, inputs);
  }

  private constructor(
    private readonly kind: Kind,
    private readonly options: SmokeTestRequestOptions & FileRequestOptions & { readonly seed?: number },
    private readonly inputs: { [inputName: string]: string } = {},
  ) {}

  /** What the handler has to know of a request that it makes itself. @internal */
  public get _made(): object | undefined {
    const { batchSize, shapes, binary, seed } = this.options;
    return this.kind === 'files' ? undefined : { fill: this.kind, batchSize, shapes, binary, seed };
  }

  /** A request from files, as the handler reads examples. @internal */
  public _example(model: TritonModel): object | undefined {
    if (this.kind !== 'files') return undefined;
    const { expected, absoluteTolerance = 1e-3, relativeTolerance = 0 } = this.options;
    return {
      request: { inputs: this.tensors(model, model.inputs, this.inputs) },
      response: expected && { outputs: this.tensors(model, model.outputs, expected) },
      absoluteTolerance,
      relativeTolerance,
    };
  }

  /** What a model could not be asked with. @internal */
  public _check(model: TritonModel): Finding[] {
    const { batchSize = 1, shapes = {}, expected = {} } = this.options;
    const all = [...model.inputs, ...model.outputs];
    const findings = Object.entries(shapes).flatMap(([name, shape]) => {
      const tensor = all.find((each) => each.name === name);
      if (!tensor) return [error(RULE, 'shapes', `got '${name}'; allowed: ${namesOf(all)}`)];
      if (fits(shape, tensor.dims)) return [];
      const message = `got [${shape.join(', ')}] for '${name}'; allowed: [${tensor.dims.join(', ')}], -1 being any size`;
      return [error(RULE, 'shapes', message)];
    });
    if (model.maxBatchSize > 0) {
      findings.unshift(
        ...countWithin(batchSize, { ruleId: RULE, field: 'batchSize', minimum: 1, maximum: model.maxBatchSize }),
      );
    }
    if (this.kind !== 'files') return findings;
    const missing = model.inputs.filter(({ name, optional }) => !optional && this.inputs[name] === undefined);
    return [
      ...findings,
      ...(missing.length > 0 ? [error(RULE, 'inputs', `lacks ${namesOf(missing)}, which the model requires`)] : []),
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
      const refuse = (message: string): Finding[] => [error(RULE, `${field}.${name}`, message)];
      const tensor = tensors.find((each) => each.name === name);
      if (!tensor) return refuse(`got '${name}'; allowed: ${namesOf(tensors)}`);
      if (!fs.existsSync(file)) return refuse(`got ${file}, which does not exist`);
      const { byteSize } = tensor.dataType;
      if (byteSize === undefined) return [];
      const shape = this.shapeOf(model, tensor);
      const wanted = shape.reduce((product, size) => product * size, byteSize);
      const { size } = fs.statSync(file);
      if (size === wanted) return [];
      return refuse(
        `got ${file} of ${size} bytes; allowed: ${wanted}, for ${tensor.dataType} of shape [${shape.join(', ')}]`,
      );
    });
  }

  private tensors(model: TritonModel, tensors: Tensor[], files: { [tensorName: string]: string }): object[] {
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

function fits(shape: number[], dims: number[]): boolean {
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
