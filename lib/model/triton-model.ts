import { Finding } from '../findings/finding';
import { RuleFinding } from '../findings/rule';
import { inLanguageOfApp } from '../findings/in-language-of-app';
import { rulePage } from '../findings/rule-page';
import { withoutTokens } from '../findings/unresolved-values';
import { ModelConfig, ValidateOptions } from '../model-config';
import { Backend } from './values/backend';
import { layoutHintsOf } from './files/default-files';
import type { BuildTarget, ModelFolderFile } from './folder/built-file';
import { readRepository } from './reading/existing-models';
import { renderFields } from './values/field-table';
import { FileProperties, inferFileProperties } from './reading/file-properties';
import { ModelExample } from './values/model-example';
import { ENSEMBLE_FIELDS, propsWithOverrides, setsProperty, withPropertyName } from './definition/model-fields';
import { ModelFiles } from './files/model-files';
import { locateFile, locateFolder, ModelLocation } from './reading/model-location';
import { describeReading, ModelReading } from './reading/model-reading';
import { metadataOf, renderingProblem, renderModel, tensorsOf } from './reading/model-rendering';
import { validateModel } from './rules/model-validation';
import { configOf, readModel } from './reading/read-model';
import { packageEntries } from './python-packages/package-entries';
import { PythonPackages } from './python-packages/python-packages';
import { Json } from './values/render';
import { Tensor } from './values/tensor';
import { ModelOptions } from './definition/triton-model-options';

/** A step of an ensemble: a composing model, and the mapping of its tensors. */
export interface EnsembleStep {
  /** Composing model to execute. */
  readonly model: TritonModel;

  /** Maps each input of the model to an ensemble tensor: an input of the ensemble or an output of a different step. */
  readonly inputMap: { [modelInput: string]: string };

  /** Maps each used output of the model to an ensemble tensor. */
  readonly outputMap: { [modelOutput: string]: string };

  /**
   * Version of the model to execute. -1 is the latest version.
   *
   * @default -1
   */
  readonly modelVersion?: number;
}

/**
 * A graph of models that Triton executes for one request. The tensors stay on the server between the steps.
 *
 * Clients send one request instead of one request for each model, and each step has its own batching.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/ensemble_models.md
 * @example
 * new TritonModel({
 *   name: 'pixels-to-scores',
 *   backend: Backend.ENSEMBLE,
 *   maxBatchSize: 16,
 *   inputs: [Tensor.uint8('pixels', [32, 32, 3])],
 *   outputs: [Tensor.fp32('scores', [10])],
 *   ensemble: Ensemble.of([
 *     { model: preprocess, inputMap: { pixels: 'pixels' }, outputMap: { image: 'image' } },
 *     { model, inputMap: { image: 'image' }, outputMap: { scores: 'scores' } },
 *   ]),
 * });
 */
export class Ensemble {
  /**
   * Creates an ensemble from its steps. The order of the steps has no effect: a step is executed when its inputs are available.
   *
   * @param steps the composing models and the mapping of their tensors
   * @param maxInflightRequests maximum number of concurrent requests between two steps (Triton 25.11 or later). The default 0 means no limit.
   * A limit bounds the memory that requests use between a fast step and a slow step
   */
  public static of(steps: EnsembleStep[], maxInflightRequests?: number): Ensemble {
    return new Ensemble(steps, maxInflightRequests);
  }

  /** The composing models, without duplicates. */
  public readonly members: TritonModel[];

  private constructor(
    private readonly steps: EnsembleStep[],
    private readonly maxInflightRequests?: number,
  ) {
    this.members = [...new Set(steps.map((step) => step.model))];
  }

  /** @internal */
  public _render(): Json {
    return renderFields(ENSEMBLE_FIELDS, { steps: this.steps, maxInflightRequests: this.maxInflightRequests });
  }
}

/**
 * Properties of a model that can also be changed in a copy.
 *
 * @internal
 */
export interface TritonModelOptions extends ModelOptions {
  /**
   * Triton backend that executes the model file.
   *
   * @default - the backend of the model file, from its name or extension. In a copy, the backend does not change
   */
  readonly backend?: Backend;

  /**
   * Steps of an ensemble.
   *
   * @default - the model is not an ensemble
   */
  readonly ensemble?: Ensemble;

  /**
   * Models in the same model repository: the composing models of an ensemble, or the models that a Python model calls (BLS). The endpoint
   * loads them together with this model.
   *
   * @default - the composing models of `ensemble`
   */
  readonly members?: TritonModel[];
}

/** Properties of a model. */
export interface TritonModelProps extends TritonModelOptions {
  /** Name of the model, by which clients invoke the model. It is also the name of the model's folder in the repository. */
  readonly name: string;
}

/** Properties that change in a copy of a model. */
export interface TritonModelOverrides extends TritonModelOptions {
  /**
   * Name of the model.
   *
   * @default - the name does not change
   */
  readonly name?: string;
}

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
   * Reads a model from one file: ONNX (`.onnx`), TorchScript (`.pt`), a TensorRT engine (`.plan`), Python (`model.py`), or a tree model with
   * its default name, such as `xgboost.json`.
   *
   * Whatever `overrides` does not set is read as follows:
   *
   * - `name`: the name of the file without its extension
   * - `backend`: from the name of the file
   * - `parameters`: `model_type` of a tree model, from the name of the file. Other parameters are added
   * - `inputs` and `outputs`: from an ONNX file, or from the JSON file next to a TensorRT engine. TorchScript and tree models require them
   * - `maxBatchSize`: 4, which is the largest batch that Triton uses by default, if the first dimension of every tensor is open in all versions
   *   that are loaded. Otherwise 0. If `inputs` or `outputs` are set, 0
   * - `examples`: JSON files next to the model whose names begin with its name, such as `bert.example.json` for `bert.onnx`
   *
   * Synthesis prints what was read. A file in a version folder, such as `bert/1/model.onnx`, or next to a config.pbtxt is deployed with its
   * model folder, and the config.pbtxt is read as by `fromDirectory`.
   *
   * @param file path of the file
   * @param overrides properties that are not read from the file
   * @throws an error if the file does not exist, if its name does not contain the backend, if Triton would load a different file or
   * version of the folder, or if an example cannot be read
   * @example
   * const model = TritonModel.fromFile('models/bert.onnx', { maxBatchSize: 16, batching: Batching.dynamic() });
   */
  public static fromFile(file: string, overrides: TritonModelOverrides = {}): TritonModel {
    return TritonModel.read(locateFile(file), overrides);
  }

  /**
   * Reads a model from its folder: a folder of a Triton model repository with numeric version folders (`1/model.onnx`), labels and warmup
   * files, or a folder that contains the files of one version.
   *
   * If the folder contains a config.pbtxt, the configuration is read from it. Otherwise, the model is read from its only model file as by
   * `fromFile`; `name` is the name of the folder. Synthesis prints what was read.
   *
   * @param folder path of the model's folder
   * @param overrides properties that are not read from the folder. Each property replaces the value in config.pbtxt
   * @throws an error if the folder does not exist or contains several model folders, or if its config.pbtxt or an example cannot be read
   * @example
   * const model = TritonModel.fromDirectory('models/classifier', { batching: Batching.dynamic() });
   */
  public static fromDirectory(folder: string, overrides: TritonModelOverrides = {}): TritonModel {
    return TritonModel.read(locateFolder(folder), overrides);
  }

  /**
   * Reads a model and the models that it uses from a Triton model repository. An ensemble uses its composing models. A Python model uses the
   * models that its code calls by name (BLS).
   *
   * @param folder path of the repository, with one folder for each model
   * @param name name of the model that clients invoke. The default is the only model that no other model in the repository uses
   * @throws an error if there is no such model, or if more than one model qualifies
   */
  public static fromRepository(folder: string, name?: string): TritonModel {
    return readRepository(folder, name, (location, members) => TritonModel.read(location, { members }));
  }

  private static read(location: ModelLocation, overrides: TritonModelOverrides): TritonModel {
    const { properties, reading } = readModel(location, overrides);
    const { ensemble, members } = overrides;
    const model = new TritonModel({ ...properties, ensemble, members });
    model.source = { overrides, reading };
    return model;
  }

  /** Name of the model, by which clients invoke the model. */
  public readonly name: string;
  /** Triton backend that executes the model file. */
  public readonly backend: Backend;
  /** Files of the model. Undefined for ensembles. */
  public readonly files?: ModelFiles;
  /** Packages that are deployed with a Python model. */
  public readonly pythonPackages?: PythonPackages;
  /** Requests with their expected responses. */
  public readonly examples: ModelExample[];
  /** Composing models of an ensemble, or the models that a Python model calls. Empty for other models. */
  public readonly members: TritonModel[];

  private readonly props: TritonModelProps & { readonly backend: Backend };
  /** The properties without those that the files determine. */
  private readonly userProps: TritonModelProps;
  private renderedConfig?: ModelConfig;
  /** Set if the model was read from its file or folder. */
  private source?: { readonly overrides: TritonModelOverrides; readonly reading: ModelReading };

  /**
   * Creates a model from properties. For a model file or folder, `fromFile` and `fromDirectory` need fewer properties.
   *
   * @param props name, backend, files and configuration of the model. A model other than an ensemble requires `name` and `files`
   */
  constructor(props: TritonModelProps) {
    this.name = props.name;
    this.userProps = props;
    this.props = { ...props, ...(props.backend ? { backend: props.backend } : propertiesOfFiles(props)) };
    this.backend = this.props.backend;
    this.files = props.files;
    this.pythonPackages = props.pythonPackages;
    this.examples = [...(props.examples ?? [])];
    this.members = (props.members ?? props.ensemble?.members ?? []).map((member) =>
      passesPackagesTo(this, member) ? member.withOverrides({ pythonPackages: this.pythonPackages }) : member,
    );
  }

  /**
   * The content of config.pbtxt.
   *
   * @throws an error if config.pbtxt does not support the value of a property, such as a fraction for a count
   */
  public get config(): ModelConfig {
    if (this._problem) {
      const { field, message } = this._problem;
      throw new Error(
        inLanguageOfApp(`model '${this.name}': ${withPropertyName(field)}: ${message} ${rulePage('config.value')}`),
      );
    }
    return (this.renderedConfig ??= renderModel(this.props));
  }

  /** The reason why config.pbtxt cannot be created from the properties. @internal */
  public get _problem(): RuleFinding | undefined {
    try {
      this.renderedConfig ??= renderModel(this.props);
      return undefined;
    } catch (error) {
      return renderingProblem(error);
    }
  }

  /** Maximum batch size of the model, or 0 for a model without a batch dimension. */
  public get maxBatchSize(): number {
    return this.config._document.max_batch_size;
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
   * Names, data types and shapes of the inputs and outputs as JSON, in the format of KServe v2 model metadata. From the metadata, a program
   * that invokes the endpoint can create requests with `TritonRequest` of `cdk-sagemaker-triton/client`. You can pass the metadata to a Lambda
   * function in an environment variable.
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
   * For a model that was read with `fromFile` or `fromDirectory`, the changes have the same effect as in the second argument of these
   * methods: properties that are not set are inferred again.
   *
   * @param overrides properties to change
   */
  public withOverrides(overrides: TritonModelOverrides): TritonModel {
    if (this.source) {
      const { reading, overrides: previous } = this.source;
      return TritonModel.read(reading.location, propsWithOverrides(previous, overrides));
    }
    // The properties that the previous files determine do not apply to other files, except for the backend.
    const props = overrides.files ? { ...this.userProps, backend: this.backend } : this.userProps;
    return new TritonModel(propsWithOverrides(props, overrides));
  }

  /**
   * Checks everything that is known at synth: whether Triton accepts the config.pbtxt, and whether the local files match the config.pbtxt.
   * With an instance type, the rules of the backend and the platform also apply. The members of an ensemble are also checked.
   *
   * @param options properties of the endpoint that serves the model
   * @returns all findings, or an empty list. `field` contains the name of the property, followed by the field of config.pbtxt
   */
  public validate(options: ValidateOptions = {}): Finding[] {
    return validateModel(this, options).map((finding) => ({
      ...finding,
      field: inLanguageOfApp(finding.field),
      message: inLanguageOfApp(finding.message),
    }));
  }

  /** Whether the app, `config` or a config.pbtxt sets a property, so that it is not inferred. @internal */
  public _sets(property: string): boolean {
    const { overrides = this.userProps, reading } = this.source ?? {};
    const { config } = reading?.location ?? {};
    // A config.pbtxt without max_batch_size sets it to 0: its dims contain the batch dimension.
    return (
      setsProperty(overrides, property) || (config && property === 'maxBatchSize') || setsProperty({ config }, property)
    );
  }

  /**
   * Returns a copy of the model and its members whose engines are built for these GPUs, which have different compute capabilities. A model
   * without engine builds is returned unchanged. @internal
   */
  public _forTargets(targets: BuildTarget[]): TritonModel {
    const members = this.members.map((member) => member._forTargets(targets));
    const files = this.files?._forTargets(targets);
    if (files === this.files && members.every((member, index) => member === this.members[index])) return this;
    const config = files?._builds?.config;
    const model = new TritonModel(propsWithOverrides({ ...this.props, members, files }, { config }));
    model.source = this.source;
    return model;
  }

  /** What was inferred when the model was read. Undefined if all properties are from the app. @internal */
  public get _reading(): ModelReading | undefined {
    return this.source?.reading;
  }

  /** What was inferred when the model was read, as one sentence. Undefined if nothing was inferred. @internal */
  public get _readingText(): string | undefined {
    return this._reading && describeReading(this, this._reading);
  }

  /** The files of the model's folder, except for config.pbtxt. Empty for ensembles and for files in S3. @internal */
  public _entries(): ModelFolderFile[] {
    const entries = this.files?._entries(layoutHintsOf(this.config, this.backend)) ?? [];
    const listsAndLocks = this.pythonPackages?._listsAndLocks ?? [];
    return entries.filter(({ source = '' }) => !listsAndLocks.includes(source));
  }

  /** The files of the Python packages, with their paths in the model's folder. Empty for ensembles, whose members have the packages. @internal */
  public _packageEntries(): ModelFolderFile[] {
    return this.pythonPackages && isPython(this) ? packageEntries(this.pythonPackages, this._entries()) : [];
  }
}

/**
 * Whether a composing model of an ensemble gets the packages of the ensemble: a Python model without packages or an environment, or an
 * ensemble with such a model.
 */
function passesPackagesTo({ backend, pythonPackages }: TritonModel, member: TritonModel): boolean {
  return pythonPackages !== undefined && backend._isEnsemble && takesPackages(member);
}

function takesPackages(model: TritonModel): boolean {
  if (model.pythonPackages) return false;
  if (model.backend._isEnsemble) return model.members.some(takesPackages);
  return isPython(model) && !hasEnvironment(model);
}

function isPython({ backend }: TritonModel): boolean {
  return backend.name === Backend.PYTHON.name;
}

function hasEnvironment(model: TritonModel): boolean {
  return model._problem === undefined && model.config._document.parameters.has('EXECUTION_ENV_PATH');
}

/** The properties that the files determine, for a model without `backend`. */
function propertiesOfFiles(props: TritonModelProps): FileProperties {
  const { name, ensemble, files, parameters } = props;
  if (ensemble) return { backend: Backend.ENSEMBLE };
  const { properties } = inferFileProperties(files, { config: configOf(props) });
  if (properties.backend.name !== '' || properties.backend.platform !== undefined || files?._problem) {
    return { ...properties, ...(parameters && { parameters: { ...properties.parameters, ...parameters } }) };
  }
  const hasConfig = files?._content?.files.some(({ path }) => path === 'config.pbtxt');
  const advice = hasConfig ? ', or TritonModel.fromDirectory, which reads config.pbtxt' : '';
  throw new Error(
    inLanguageOfApp(
      `TritonModel: backend of model '${withoutTokens(name)}': got none, and the names of its files do not contain it; allowed: one of Backend${advice} ${rulePage('backend.required')}`,
    ),
  );
}
