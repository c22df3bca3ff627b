import * as path from 'path';
import { abridged } from '../../findings/abridged';
import { inLanguageOfApp } from '../../findings/in-language-of-app';
import { rulePage } from '../../findings/rule-page';
import { escapeControlCharacters } from '../../findings/escape-control-characters';
import { FileError } from '../../files/file-error';
import { readRegularJson } from '../../files/regular-file';

/** Maximum size of a file. SageMaker accepts requests of up to 25 MB, and a file can also contain a response of the same size. */
const MAX_FILE_BYTES = 128 * 1024 * 1024;

const NESTED_STEPS = 'ModelExample: got nextSteps in nextSteps; allowed: one list with all steps after the first';

/** Tolerances for the comparison of a response with the expected response. */
export interface FileExampleOptions {
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

/** A request and its expected response. */
export interface ModelExampleOptions extends FileExampleOptions {
  /**
   * Body of a KServe v2 inference request: `{ inputs: [{ name, datatype, shape, data }] }`. For an endpoint with `InferenceType.GENERATE`
   * or `GENERATE_STREAM`, the body can also be a request of Triton's generate extension: `{ text_input: '…', parameters: { … } }`.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- jsii's type for JSON
  readonly request: { [key: string]: any };

  /**
   * Body of the expected response: `{ outputs: [{ name, datatype, shape, data }] }`, or `{ text_output: '…' }` for the generate extension.
   * The texts of a streamed response are concatenated. Specify NaN and infinities as numbers, or as the strings `NaN`, `Infinity` and
   * `-Infinity`.
   *
   * @default - names, data types and shapes are checked, but not values
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- jsii's type for JSON
  readonly response?: { [key: string]: any };

  /**
   * For a model with sequence batching: the requests that follow `request` in the same sequence, in order, with their expected responses.
   * Requests without `sequence_id` receive the parameters `sequence_id`, `sequence_start` and `sequence_end`. The smoke test sends these requests
   * only if at most one instance serves the model, because SageMaker can send each request to a different instance. Otherwise, it sends only
   * `request`, as a sequence of one request. A step has no steps itself.
   *
   * @default - a sequence of one request
   */
  readonly nextSteps?: ModelExampleOptions[];
}

/**
 * A request that the smoke test sends after each deployment, and the expected response.
 *
 * Without examples, the smoke test sends zeros, and checks only names, data types and shapes. If a model rejects zeros because they are not
 * a plausible input, the model is not tested.
 *
 * @see https://github.com/kserve/open-inference-protocol/blob/main/specification/protocol/inference_rest.md
 * @example
 * model.withOverrides({ examples: [ModelExample.fromFile('bert.example.json')] });
 */
export class ModelExample {
  /**
   * Reads an example from a JSON file of the form `{ "request": …, "response": … }`. An example of a sequence also has
   * `"nextSteps": [{ "request": …, "response": … }, …]`.
   *
   * @param file path of the file
   * @param options tolerances
   * @throws an error if the file cannot be read, is not JSON, or has no `request`
   */
  public static fromFile(file: string, options: FileExampleOptions = {}): ModelExample {
    return ModelExample._fromFile(file, options);
  }

  /**
   * @param within folder that must contain the file, also after resolving links. Undefined for a file that the user names
   * @internal
   */
  public static _fromFile(file: string, options: FileExampleOptions, within?: string): ModelExample {
    try {
      const limits = { maximumBytes: MAX_FILE_BYTES, within };
      const content = readRegularJson(file, limits) as Partial<ModelExampleOptions> | null;
      const readStep = (step: Partial<ModelExampleOptions> | null, field = ''): ModelExampleOptions => {
        const { request, response, nextSteps } = step ?? {};
        if (typeof request !== 'object' || request === null) throw new Error(`${field}request is missing or no object`);
        if (nextSteps !== undefined && !Array.isArray(nextSteps)) throw new Error(`${field}nextSteps is no list`);
        const steps = nextSteps?.map((each, index) => readStep(each, `${field}nextSteps[${index}].`));
        return { ...options, request, response, nextSteps: steps };
      };
      return new ModelExample(readStep(content), path.basename(file));
    } catch (error) {
      const reason = error instanceof FileError ? error.reason : (error as Error).message;
      throw new Error(
        `${inLanguageOfApp('ModelExample.fromFile')}: ${abridged(escapeControlCharacters(file), 1000)}: ${escapeControlCharacters(reason)}; allowed: a JSON file with "request" and, optionally, "response" and "nextSteps" ${rulePage('example.file')}`,
      );
    }
  }

  /** Creates an example from values. */
  public static of(options: ModelExampleOptions): ModelExample {
    return new ModelExample(options);
  }

  /** Body of the request. */
  // oxlint-disable-next-line typescript/no-explicit-any -- jsii's type for JSON
  public readonly request: { [key: string]: any };
  /** Body of the expected response. */
  // oxlint-disable-next-line typescript/no-explicit-any -- jsii's type for JSON
  public readonly response?: { [key: string]: any };
  /** Absolute tolerance for each number. */
  public readonly absoluteTolerance: number;
  /** Relative tolerance for each number, as a fraction of the expected number. */
  public readonly relativeTolerance: number;
  /** The requests that follow in the same sequence. @internal */
  public readonly _nextSteps: ModelExample[];

  private constructor(
    props: ModelExampleOptions,
    /** The name of the file that contains the example. @internal */
    public readonly _fileName?: string,
  ) {
    this.request = props.request;
    this.response = props.response;
    this.absoluteTolerance = props.absoluteTolerance ?? 1e-3;
    this.relativeTolerance = props.relativeTolerance ?? 0;
    const { absoluteTolerance, relativeTolerance, nextSteps = [] } = props;
    this._nextSteps = nextSteps.map((step) => {
      if (step.nextSteps) throw new Error(NESTED_STEPS);
      return new ModelExample({ absoluteTolerance, relativeTolerance, ...step }, _fileName);
    });
  }
}
