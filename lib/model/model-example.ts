import { requireGiven } from './render';
import { rulePage } from '../findings/rule-page';
import { readRegularJson } from '../platform/regular-file';

/** SageMaker takes at most 25 MB in a request; a response may be as large again. */
const MAXIMUM_BYTES = 128 * 1024 * 1024;

/** How close an answer has to come to the expected one. */
export interface ModelExampleOptions {
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

/** A request, and what it has to be answered with. */
export interface ModelExampleProps extends ModelExampleOptions {
  /**
   * The body of a KServe v2 inference request: `{ inputs: [{ name, datatype, shape, data }] }`. For an endpoint with
   * `InferenceType.GENERATE` or `GENERATE_STREAM` also one of Triton's generate extension: `{ text_input: '…', parameters: { … } }`.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- jsii's type for JSON
  readonly request: { [key: string]: any };

  /**
   * The body of the answer: `{ outputs: [{ name, datatype, shape, data }] }`, or of a generate response: `{ text_output: '…' }`. The texts
   * of a stream of responses are joined. NaN and infinities are numbers here, or the texts `NaN`, `Infinity` and `-Infinity`.
   *
   * @default - names, types and shapes are checked, values are not
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- jsii's type for JSON
  readonly response?: { [key: string]: any };
}

/**
 * A request with its expected answer, which the smoke test sends after each deployment.
 *
 * Without examples the smoke test sends zeros, and checks names, types and shapes only. A model that zeros are unlikely to mean anything to
 * may reject them; then it is not tested.
 *
 * @see https://github.com/kserve/open-inference-protocol/blob/main/specification/protocol/inference_rest.md
 * @example
 * model.withOverrides({ examples: [ModelExample.fromFile('bert.example.json')] });
 */
export class ModelExample {
  /**
   * Reads `{ "request": …, "response": … }` from a JSON file.
   *
   * @param file the file
   * @param options tolerances
   * @throws when the file cannot be read, is not JSON, or has no `request`
   */
  public static fromFile(file: string, options: ModelExampleOptions = {}): ModelExample {
    try {
      const { request, response } = readRegularJson(file, { maximumBytes: MAXIMUM_BYTES }) as ModelExampleProps;
      return new ModelExample({ ...options, request, response });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(
        `ModelExample.fromFile: ${file}: ${reason}; allowed: a JSON file with "request" and, optionally, "response" ${rulePage('example.file')}`,
      );
    }
  }

  /** An example from values. */
  public static of(props: ModelExampleProps): ModelExample {
    return new ModelExample(props);
  }

  /** The body of the request. */
  // oxlint-disable-next-line typescript/no-explicit-any -- jsii's type for JSON
  public readonly request: { [key: string]: any };
  /** The body of the expected answer. */
  // oxlint-disable-next-line typescript/no-explicit-any -- jsii's type for JSON
  public readonly response?: { [key: string]: any };
  /** The difference allowed for each number. */
  public readonly absoluteTolerance: number;
  /** The difference allowed for each number, as a share of the expected one. */
  public readonly relativeTolerance: number;

  private constructor(props: ModelExampleProps) {
    requireGiven('ModelExample', { request: props.request });
    this.request = props.request;
    this.response = props.response;
    this.absoluteTolerance = props.absoluteTolerance ?? 1e-3;
    this.relativeTolerance = props.relativeTolerance ?? 0;
  }
}
