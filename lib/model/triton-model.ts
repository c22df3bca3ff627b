import { Finding } from '../findings/finding';
import { RuleFinding } from '../findings/rule';
import { rulePage } from '../findings/rule-page';
import { ModelConfig, ValidateOptions } from '../model-config';
import { Backend } from './backend';
import { layoutHintsOf } from './default-files';
import { readModelFolder, readRepository } from './existing-models';
import { FolderFile } from './folder-content';
import { ModelExample } from './model-example';
import { ModelFiles } from './model-files';
import { metadataOf } from './model-metadata';
import { overrideProps } from './model-overrides';
import { MisplacedOptions, misplacedOptions, renderModel, tensorsOf } from './model-rendering';
import { validateModel } from './model-validation';
import { withPropertyName } from './property-names';
import { requireGiven } from './render';
import { Tensor } from './tensor';
import type { EngineTarget } from './engine/engine-build';
import { engineFileName } from './engine/engine-source';
import { TritonModelOverrides, TritonModelProps } from './triton-model-props';
import { unrenderable } from './unrenderable';

/**
 * A Triton model: its files and its configuration.
 *
 * A model is immutable and has no CDK scope, so several endpoints can serve the same model. Values are checked only by `validate`, which
 * the endpoints call. All findings are therefore reported together.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md
 * @example
 * new TritonModel({
 *   name: 'bert',
 *   backend: Backend.ONNXRUNTIME,
 *   files: ModelFiles.fromDirectory('models/bert'), // 1/model.onnx
 *   maxBatchSize: 16,
 *   batching: Batching.dynamic(),
 * });
 */
export class TritonModel {
  /**
   * Reads a model from a folder of a Triton model repository: config.pbtxt, numeric version folders, labels and warmup files. To change
   * individual properties, use `withOverrides`.
   *
   * @param folder path of the model's folder
   * @throws an error if the folder does not exist, or its config.pbtxt cannot be read
   */
  public static fromDirectory(folder: string): TritonModel {
    return new TritonModel(readModelFolder(folder));
  }

  /**
   * Reads a model from a Triton model repository. For an ensemble, the composing models are also read. For a Python model, the models that
   * its code calls by name (BLS) are also read, and the models that those models use.
   *
   * @param folder path of the repository, with one folder for each model
   * @param name name of the model that clients invoke. The default is the only model that no other model in the repository uses
   * @throws an error if there is no such model, or if more than one model qualifies
   */
  public static fromRepository(folder: string, name?: string): TritonModel {
    return readRepository(folder, name, (props) => new TritonModel(props));
  }

  /** Name of the model, by which clients invoke the model. */
  public readonly name: string;
  /** Triton backend that executes the model file. */
  public readonly backend: Backend;
  /** Files of the model. Undefined for ensembles. */
  public readonly files?: ModelFiles;
  /** Requests with their expected responses. */
  public readonly examples: ModelExample[];
  /** Composing models of an ensemble. Empty for other models. */
  public readonly members: TritonModel[];

  private rendered?: ModelConfig;

  constructor(private readonly props: TritonModelProps) {
    requireGiven('TritonModel', { name: props.name, backend: props.backend });
    this.name = props.name;
    this.backend = props.backend;
    this.files = props.files;
    this.examples = [...(props.examples ?? [])];
    this.members = [...(props.members ?? props.ensemble?.members ?? [])];
  }

  /**
   * The content of config.pbtxt.
   *
   * @throws an error if config.pbtxt does not support the value of a property, such as a fraction for a count
   */
  public get config(): ModelConfig {
    if (this._problem) {
      const { field, message } = this._problem;
      throw new Error(`model '${this.name}': ${withPropertyName(field)}: ${message} ${rulePage('config.value')}`);
    }
    return (this.rendered ??= renderModel(this.props));
  }

  /** Why no config.pbtxt can be made of the properties. @internal */
  public get _problem(): RuleFinding | undefined {
    try {
      this.rendered ??= renderModel(this.props);
      return undefined;
    } catch (error) {
      return unrenderable(error);
    }
  }

  /** Maximum batch size of the model, or 0 for a model without a batch dimension. */
  public get maxBatchSize(): number {
    return this.config._json.max_batch_size ?? 0;
  }

  /** Inputs of the model. Empty if Triton reads them from the model file. */
  public get inputs(): Tensor[] {
    return tensorsOf(this.config, 'input');
  }

  /** Outputs of the model. Empty if Triton reads them from the model file. */
  public get outputs(): Tensor[] {
    return tensorsOf(this.config, 'output');
  }

  /**
   * Names, data types and shapes of the inputs and outputs as JSON, in the format of KServe v2 model metadata. A program that invokes the
   * endpoint can create requests from it with `TritonRequest` of `cdk-sagemaker-triton/client`. You can pass the value to a Lambda function
   * in an environment variable.
   *
   * The lists are empty if Triton reads the tensors from the model file.
   *
   * @see https://github.com/kserve/open-inference-protocol/blob/main/specification/protocol/inference_rest.md
   */
  public get metadata(): string {
    return JSON.stringify(metadataOf(this));
  }

  /**
   * Returns a copy of the model with changed properties. Each property replaces the previous value, including the values in `config` and
   * config.pbtxt. A new `config` is merged over the previous `config`.
   *
   * @param overrides properties to change
   */
  public withOverrides(overrides: TritonModelOverrides): TritonModel {
    return new TritonModel(overrideProps(this.props, overrides));
  }

  /**
   * Checks everything that is known at synth: whether Triton accepts the config.pbtxt, and whether the local files match it. With an
   * instance type, the rules of the backend and the platform also apply. The members of an ensemble are also checked.
   *
   * @param options properties of the endpoint that serves the model
   * @returns all findings, or an empty list. `field` contains the name of the property, followed by the field of config.pbtxt
   */
  public validate(options: ValidateOptions = {}): Finding[] {
    return validateModel(this, options);
  }

  /** Tensor options on a side that has no such field. @internal */
  public _misplacedOptions(): MisplacedOptions[] {
    return misplacedOptions(this.props);
  }

  /**
   * The model with its engines, and those of its members, built for these GPUs, which have different compute capabilities. A model
   * without engines to build stays as it is. @internal
   */
  public _forTargets(targets: EngineTarget[]): TritonModel {
    const members = this.members.map((member) => member._forTargets(targets));
    const files = this.files?._forTargets(targets);
    if (files === this.files && members.every((member, index) => member === this.members[index])) return this;
    const bound = files?._engine?.boundTo ?? [];
    const names = bound.length > 1 ? ccModelFilenames(bound) : undefined;
    return new TritonModel(overrideProps({ ...this.props, members, files }, names ? { ccModelFilenames: names } : {}));
  }

  /** The files of the model's folder, but for config.pbtxt; empty for ensembles and for files in S3. @internal */
  public _entries(): FolderFile[] {
    return this.files?._entries(layoutHintsOf(this.config, this.backend)) ?? [];
  }
}

/** The engines that Triton chooses from by the compute capability of the GPU. */
function ccModelFilenames(targets: readonly EngineTarget[]): { [computeCapability: string]: string } {
  return Object.fromEntries(
    targets.map(({ computeCapability }) => [computeCapability, engineFileName(computeCapability)]),
  );
}
