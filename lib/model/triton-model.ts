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
 * A model: its files, and what Triton has to know to serve them.
 *
 * Immutable, and without a CDK scope, so that one model can serve on several endpoints. Nothing is refused before
 * `validate`, which the endpoints call, so that all findings come at once.
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
   * A model as it lies in a folder of a Triton model repository: config.pbtxt, numeric version folders, labels, warmup
   * files. Change single settings with `with`.
   *
   * @param folder the model's folder
   * @throws when there is no such folder, or its config.pbtxt cannot be read
   */
  public static fromDirectory(folder: string): TritonModel {
    return new TritonModel(readModelFolder(folder));
  }

  /**
   * A model of a Triton model repository; for an ensemble with the models of its steps, for a Python model with those that its code
   * calls by their names (BLS), and theirs.
   *
   * @param folder the repository, with one folder per model
   * @param name the model that clients ask for; by default the only one that no other of the repository uses
   * @throws when there is no such model, or several could be meant
   */
  public static fromRepository(folder: string, name?: string): TritonModel {
    return readRepository(folder, name, (props) => new TritonModel(props));
  }

  /** The name, under which clients ask for the model. */
  public readonly name: string;
  /** The program inside Triton that executes the model's file. */
  public readonly backend: Backend;
  /** The model's files; undefined for ensembles. */
  public readonly files?: ModelFiles;
  /** Requests with their expected answers. */
  public readonly examples: ModelExample[];
  /** The models of an ensemble; empty for other models. */
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
   * What config.pbtxt says.
   *
   * @throws when a property has a value that config.pbtxt cannot hold, such as a fraction for a count
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

  /** The largest batch the model can take; 0 for a model without batch dimension. */
  public get maxBatchSize(): number {
    return this.config._json.max_batch_size ?? 0;
  }

  /** The inputs; empty when Triton is to read them from the model file. */
  public get inputs(): Tensor[] {
    return tensorsOf(this.config, 'input');
  }

  /** The outputs; empty when Triton is to read them from the model file. */
  public get outputs(): Tensor[] {
    return tensorsOf(this.config, 'output');
  }

  /**
   * The names, data types and shapes of the inputs and outputs in JSON, as KServe v2 model metadata has them. A program that invokes the
   * endpoint makes requests from it with `TritonRequest` of `cdk-sagemaker-triton/client`; an environment variable of a Lambda function
   * can have it.
   *
   * The lists are empty when Triton is to read the tensors from the model file.
   *
   * @see https://github.com/kserve/open-inference-protocol/blob/main/specification/protocol/inference_rest.md
   */
  public get metadata(): string {
    return JSON.stringify(metadataOf(this));
  }

  /**
   * A copy in which some properties differ. Each replaces what was said before, in `config` and config.pbtxt, too; a new
   * `config` is merged over the old one.
   *
   * @param overrides what differs
   */
  public withOverrides(overrides: TritonModelOverrides): TritonModel {
    return new TritonModel(overrideProps(this.props, overrides));
  }

  /**
   * Checks everything that can be known at synth: what Triton accepts in config.pbtxt, the local files against it, and
   * with an instance type the rules of backend and platform. An ensemble's members are checked with it.
   *
   * @param options where the model is going to be served
   * @returns all findings, empty when nothing is wrong; `field` names the property first, then the field of config.pbtxt
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
