import { findInvalid } from './check-elements';
import { completeShape } from './complete-shape';
import { DataType, ModelMetadata, TensorMetadata } from './model-metadata';
import { isBinaryOnly } from './protocol/elements';
import { binaryRequest, jsonRequest } from './protocol/encode';
import { FilledTensor, Message } from './protocol/message';

/** Elements of an input in row-major order: an array, or the typed array of the data type, which is sent without a conversion. */
export type InputData<Type extends DataType> = Type extends 'BOOL'
  ? ArrayLike<boolean>
  : Type extends 'BYTES'
    ? ArrayLike<string | Uint8Array>
    : Type extends 'INT64' | 'UINT64'
      ? ArrayLike<number | bigint>
      : ArrayLike<number>;

/** An input of a request: its elements, with a shape where the model leaves more than one size open. */
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

/** What a request says besides its inputs. */
export interface RequestOptions<Model extends ModelMetadata = ModelMetadata> {
  /**
   * Names of the outputs that the response has.
   *
   * @default - all of the model's outputs
   */
  readonly outputs?: readonly Model['outputs'][number]['name'][];

  /**
   * Parameters of KServe v2 and of Triton's extensions, such as `sequence_id` and `priority`.
   *
   * @default - none
   */
  readonly parameters?: { readonly [name: string]: string | number | boolean };
}

/** A body with its content type, by the names that the commands of the AWS SDK have for them. */
export interface EncodedRequest {
  readonly ContentType: string;
  readonly Body: Uint8Array;
}

/**
 * A request to a model: an inference request of KServe v2.
 *
 * @example
 *
 * const { ContentType, Body } = new TritonRequest(model, { image: pixels }).toBinary();
 */
export class TritonRequest<const Model extends ModelMetadata = ModelMetadata> {
  private readonly inputs: FilledTensor[];

  /**
   * @param model the model's tensors
   * @param inputs elements by the name of the input
   * @param options which outputs the response has, parameters
   * @throws Error that names the input, when the model has no such input, one is missing, or elements or shape are not the input's
   */
  constructor(
    private readonly model: Model,
    inputs: Inputs<Model>,
    private readonly options: RequestOptions<Model> = {},
  ) {
    const given = Object.entries(inputs as Record<string, Input<DataType> | undefined>);
    this.inputs = given.flatMap(([name, input]) => (input === undefined ? [] : fill(this.inputOf(name), input)));
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

  /** The request in Triton's binary form: smaller, faster to read for the server, and without loss for every data type. */
  public toBinary(): EncodedRequest {
    return encoded(binaryRequest(this.request, this.inputs));
  }

  /**
   * The request in JSON.
   *
   * @throws Error when an input or output requires the binary form: FP16, BF16, NaN, infinities, strings that are not text, and integers
   * beyond 2^53
   */
  public toJson(): EncodedRequest {
    const { model, options } = this;
    const outputs = model.outputs.filter(({ name }) => options.outputs?.includes(name) ?? true);
    const binary = outputs.find(({ datatype }) => isBinaryOnly(datatype));
    if (binary) throw new Error(`output '${binary.name}' is ${binary.datatype}, which requires the binary form`);
    return encoded(jsonRequest(this.request, this.inputs));
  }

  private get request(): { parameters?: object; outputs?: { name: string }[] } {
    const { outputs, parameters } = this.options;
    return { ...(parameters && { parameters }), ...(outputs && { outputs: outputs.map((name) => ({ name })) }) };
  }

  private inputOf(name: string): TensorMetadata {
    const { name: modelName, inputs } = this.model;
    const input = inputs.find((each) => each.name === name);
    if (!input) throw new Error(`model '${modelName}' has no input '${name}'; allowed: ${namesOf(inputs)}`);
    return input;
  }
}

function fill(tensor: TensorMetadata, input: Input<DataType>): FilledTensor {
  const { name, datatype } = tensor;
  const { data, shape } = 'data' in input ? input : { data: input, shape: undefined };
  const invalid = findInvalid(data, datatype);
  if (invalid !== undefined) throw new Error(`input '${name}': ${invalid}`);
  return { name, datatype, shape: completeShape(tensor, data.length, shape), elements: data };
}

function encoded({ contentType, body }: Message): EncodedRequest {
  return { ContentType: contentType, Body: body };
}

function namesOf(tensors: readonly TensorMetadata[]): string {
  return tensors.map(({ name }) => `'${name}'`).join(', ') || 'none';
}
