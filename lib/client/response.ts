import { DataType, Elements, ModelMetadata, Named } from './model-metadata';
import { readResponse } from './protocol/decode';
import { elementCheck } from './protocol/element-check';
import { fromBytes, toBytes } from './protocol/elements';
import { FilledTensor } from './protocol/message';
import { elementsOf } from './protocol/tensor';

/** An output of a response. */
export interface Output<Type extends DataType = DataType> {
  readonly name: string;
  readonly datatype: Type;
  /** Shape, including the batch dimension if the model has one. */
  readonly shape: readonly number[];
  /** Elements in row-major order. A typed array can be a view of the body of the response. */
  readonly data: Elements[Type];
}

/** A response of InvokeEndpoint, or the output of an asynchronous endpoint in S3. */
export interface EncodedResponse {
  readonly ContentType?: string;
  readonly Body?: Uint8Array;
}

/** An inference response of KServe v2, in JSON or in Triton's binary format. */
export class TritonResponse<const Model extends ModelMetadata = ModelMetadata> {
  /** The outputs, in the order of the response. */
  public readonly outputs: readonly Output[];

  /**
   * @param model tensors of the model
   * @param response response of the AWS SDK
   * @throws Error if it is not an inference response, or if the model does not have one of the outputs
   */
  constructor(
    private readonly model: Model,
    { ContentType: contentType = '', Body: body = new Uint8Array() }: EncodedResponse,
  ) {
    this.outputs = readResponse({ contentType, body }).outputs.map((output) => this.typed(output));
  }

  /**
   * Returns an output by its name.
   *
   * @throws Error if the response has no such output
   */
  public output<Name extends Model['outputs'][number]['name']>(
    name: Name,
  ): Output<Named<Model['outputs'], Name>['datatype']> {
    const output = this.outputs.find((each) => each.name === name);
    if (!output) {
      const names = this.outputs.map((each) => `'${each.name}'`).join(', ') || 'none';
      throw new Error(`the response of model '${this.model.name}' has no output '${name}'; its outputs: ${names}`);
    }
    return output as Output<Named<Model['outputs'], Name>['datatype']>;
  }

  private typed({ name, datatype, shape, elements }: FilledTensor): Output {
    const declared = this.model.outputs.find((each) => each.name === name)?.datatype;
    if (declared !== datatype) {
      throw new Error(
        `output '${name}' of model '${this.model.name}' is ${datatype}; its metadata has ${declared ?? 'no such output'}`,
      );
    }
    if (elements.length !== elementsOf(shape)) {
      throw new Error(`output '${name}' has ${elements.length} elements for shape [${shape.join(', ')}]`);
    }
    const fits = elementCheck(declared);
    const odd = Array.isArray(elements) ? elements.findIndex((element) => !fits(element)) : -1;
    if (odd >= 0) throw new Error(`output '${name}': element ${odd} is not a value of ${declared}`);
    return { name, datatype: declared, shape, data: inStorage(elements, declared) as Output['data'] };
  }
}

/** Elements from JSON in the array that elements from the binary form have. */
function inStorage(elements: ArrayLike<unknown>, datatype: DataType): unknown {
  return Array.isArray(elements) && datatype !== 'BOOL' ? fromBytes(toBytes(elements, datatype), datatype) : elements;
}
