import { DataType, Elements, ModelMetadata, Named } from './model-metadata';
import { readResponse } from './protocol/decode';
import { elementCheck } from './protocol/element-check';
import { fromBytes, toBytes } from './protocol/elements';
import { FilledTensor } from './protocol/message';
import { toBuffer } from './protocol/strings';
import { elementCountOf } from './protocol/tensor';

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

/** Maximum number of characters of a name in an error. */
const MAX_NAME_LENGTH = 100;

/** An inference response of KServe v2, in JSON or in Triton's binary format. */
export class TritonResponse<const Model extends ModelMetadata = ModelMetadata> {
  /** The outputs, in the order of the response. */
  public readonly outputs: readonly Output[];

  /**
   * @param model tensors of the model
   * @param response response of the AWS SDK
   * @throws Error if `response` is not an inference response, or if it contains an output that the model does not have
   */
  constructor(
    private readonly model: Model,
    { ContentType: contentType = '', Body: body = new Uint8Array() }: EncodedResponse,
  ) {
    this.outputs = readResponse({ contentType, body }).outputs.map((output) => this.checkedOutput(output));
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

  private checkedOutput({ name, datatype, shape, elements }: FilledTensor): Output {
    const declaredType = this.model.outputs.find((each) => each.name === name)?.datatype;
    if (declaredType !== datatype) {
      throw new Error(
        `output ${quoteName(name)} of model '${this.model.name}' is ${datatype}; its metadata has ${declaredType ?? 'no such output'}`,
      );
    }
    if (elements.length !== elementCountOf(shape)) {
      throw new Error(`output '${name}' has ${elements.length} elements for shape [${shape.join(', ')}]`);
    }
    const isValid = elementCheck(declaredType);
    const invalid = Array.isArray(elements) ? elements.findIndex((element) => !isValid(element)) : -1;
    if (invalid >= 0) throw new Error(`output '${name}': element ${invalid} is not a value of ${declaredType}`);
    return { name, datatype: declaredType, shape, data: toTypedArray(elements, declaredType) as Output['data'] };
  }
}

/** Quotes a name that the response contains, but the metadata does not: a server can choose any text. */
function quoteName(name: string): string {
  const part = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
  return `'${JSON.stringify(part).slice(1, -1)}'`;
}

/** Converts elements from JSON to the same array type as elements from the binary format. */
function toTypedArray(elements: ArrayLike<unknown>, datatype: DataType): unknown {
  if (datatype === 'BYTES') return Array.from(elements, toBuffer);
  return Array.isArray(elements) && datatype !== 'BOOL' ? fromBytes(toBytes(elements, datatype), datatype) : elements;
}
