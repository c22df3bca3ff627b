import { completeShape } from './complete-shape';
import { DataType, ModelMetadata, TensorMetadata } from './model-metadata';
import { elementCheck } from './protocol/element-check';
import { isBinaryOnly } from './protocol/elements';
import { binaryRequest, jsonRequest } from './protocol/encode';
import { FilledTensor, Message } from './protocol/message';

/** Elements of an input in row-major order: an array, or the typed array of the data type. A typed array is sent without conversion. */
export type InputData<Type extends DataType> = Type extends 'BOOL'
  ? ArrayLike<boolean>
  : Type extends 'BYTES'
    ? ArrayLike<string | Uint8Array>
    : Type extends 'INT64' | 'UINT64'
      ? ArrayLike<number | bigint>
      : ArrayLike<number>;

/** An input of a request: its elements and, if the model has more than one variable dimension, its shape. */
export type Input<Type extends DataType> =
  InputData<Type> | { readonly data: InputData<Type>; readonly shape: readonly number[] };

/** The inputs of a request, by name. */
export type Inputs<Model extends ModelMetadata> = {
  readonly [Tensor in Model['inputs'][number] as Tensor['optional'] extends true ? never : Tensor['name']]: Input<
    Tensor['datatype']
  >;
} & {
  readonly [Tensor in Model['inputs'][number] as Tensor['optional'] extends true ? Tensor['name'] : never]?: Input<
    Tensor['datatype']
  >;
};

/** Options of a request. */
export interface RequestOptions<Model extends ModelMetadata = ModelMetadata> {
  /**
   * Names of the outputs in the response.
   *
   * @default - all outputs of the model
   */
  readonly outputs?: readonly Model['outputs'][number]['name'][];

  /**
   * Parameters of KServe v2 and of Triton's extensions, such as `sequence_id` and `priority`.
   *
   * @default - no parameters
   */
  readonly parameters?: { readonly [name: string]: string | number | boolean };
}

/** A request body and its content type, with the names that the commands of the AWS SDK use. */
export interface EncodedRequest {
  readonly ContentType: string;
  readonly Body: Uint8Array;
}

/**
 * An inference request of KServe v2.
 *
 * @example
 *
 * const { ContentType, Body } = new TritonRequest(model, { image: pixels }).toBinary();
 */
export class TritonRequest<const Model extends ModelMetadata = ModelMetadata> {
  private readonly inputs: FilledTensor[];

  /**
   * @param model tensors of the model
   * @param inputs elements by input name
   * @param options outputs in the response, and parameters
   * @throws Error that names the input, if the model has no such input, if an input is missing, or if its elements or its shape are invalid
   */
  constructor(
    private readonly model: Model,
    inputs: Inputs<Model>,
    private readonly options: RequestOptions<Model> = {},
  ) {
    const entries = Object.entries(inputs as Record<string, Input<DataType> | undefined>);
    this.inputs = entries.flatMap(([name, input]) =>
      input === undefined ? [] : toFilledTensor(this.requireInput(name), input),
    );
    const missing = model.inputs.filter(
      ({ name, optional }) => !optional && !this.inputs.some((each) => each.name === name),
    );
    if (missing.length > 0) throw new Error(`model '${model.name}' requires ${namesOf(missing)}`);
    for (const name of options.outputs ?? []) {
      if (!model.outputs.some((output) => output.name === name)) {
        throw new Error(`model '${model.name}' has no output '${name}'; allowed: ${namesOf(model.outputs)}`);
      }
    }
  }

  /**
   * Returns the request in Triton's binary format. This format is smaller than JSON, is faster to parse, and represents all data types
   * without loss.
   */
  public toBinary(): EncodedRequest {
    return toEncodedRequest(binaryRequest(this.request, this.inputs));
  }

  /**
   * Returns the request as JSON.
   *
   * @throws Error if an input or output requires the binary format: FP16, BF16, NaN, infinities, strings that are not text, and integers
   * above 2^53
   */
  public toJson(): EncodedRequest {
    const { model, options } = this;
    const outputs = model.outputs.filter(({ name }) => options.outputs?.includes(name) ?? true);
    const binaryOutput = outputs.find(({ datatype }) => isBinaryOnly(datatype));
    if (binaryOutput)
      throw new Error(`output '${binaryOutput.name}' is ${binaryOutput.datatype}, which requires the binary form`);
    return toEncodedRequest(jsonRequest(this.request, this.inputs));
  }

  private get request(): { parameters?: object; outputs?: { name: string }[] } {
    const { outputs, parameters } = this.options;
    return { ...(parameters && { parameters }), ...(outputs && { outputs: outputs.map((name) => ({ name })) }) };
  }

  private requireInput(name: string): TensorMetadata {
    const { name: modelName, inputs } = this.model;
    const input = inputs.find((each) => each.name === name);
    if (!input) throw new Error(`model '${modelName}' has no input '${name}'; allowed: ${namesOf(inputs)}`);
    return input;
  }
}

function toFilledTensor(tensor: TensorMetadata, input: Input<DataType>): FilledTensor {
  const { name, datatype } = tensor;
  const { data, shape } = 'data' in input ? input : { data: input, shape: undefined };
  const invalid = describeInvalidElement(data, datatype);
  if (invalid !== undefined) throw new Error(`input '${name}': ${invalid}`);
  return { name, datatype, shape: completeShape(tensor, data.length, shape), elements: data };
}

/** Describes the first element that is not valid for the data type; undefined if all are valid. */
function describeInvalidElement(elements: ArrayLike<unknown>, datatype: DataType): string | undefined {
  const isValid = elementCheck(datatype);
  for (let index = 0; index < elements.length; index++) {
    if (!isValid(elements[index])) return `element ${index} is ${formatElement(elements[index])}; allowed: ${datatype}`;
  }
  return undefined;
}

function formatElement(value: unknown): string {
  return Array.isArray(value) ? 'an array' : typeof value === 'string' ? `'${value}'` : String(value);
}

function toEncodedRequest({ contentType, body }: Message): EncodedRequest {
  return { ContentType: contentType, Body: body };
}

function namesOf(tensors: readonly TensorMetadata[]): string {
  return tensors.map(({ name }) => `'${name}'`).join(', ') || 'none';
}
