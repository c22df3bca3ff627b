import { isUtf8 } from 'node:buffer';
import { dirname, join } from 'node:path';
import { clone, type JsonObject, merge, type Message } from '@bufbuild/protobuf';
import { Finding } from '../findings/finding';
import { ValidateOptions } from './validate-options';
import { modelConfigDescriptor } from './schema/descriptor';
import { documentOf } from './schema/document';
import { ModelConfigDocument } from './schema/schema';
import { jsonOf, messageOfJson } from './text/json';
import { parseText } from './text/parse-text';
import { printText } from './text/print-text';
import { validateConfig, validateConfigs } from './validate';
import { rulePage } from '../findings/rule-page';
import { readRegularFile } from '../platform/regular-file';

const FILE_NAME = 'config.pbtxt';
/** Far more than Triton's largest examples, which have some kilobytes. */
const MAXIMUM_BYTES = 16 * 1024 * 1024;

/** The bytes of a config.pbtxt file that somebody else may have written. */
export function readConfigFile(path: string): Buffer {
  return readRegularFile(path, { maximumBytes: MAXIMUM_BYTES, within: dirname(path) });
}

/**
 * A Triton model configuration (config.pbtxt) as a document: read, written, merged and validated as a whole.
 *
 * It holds every field Triton knows, those without a typed constructor included. Immutable.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md
 * @example
 * ModelConfig.fromFile('models/bert/config.pbtxt').validate({ tritonRelease: '26.05', instanceType: InstanceType.G5_XLARGE });
 */
export class ModelConfig {
  /**
   * Parses protobuf text, as in config.pbtxt.
   *
   * @param text the content of a config.pbtxt
   * @throws Error `config.pbtxt:line:column: what was expected`, for text that Triton could not read either
   */
  public static fromText(text: string): ModelConfig {
    return new ModelConfig(parseText(text, FILE_NAME));
  }

  /**
   * Reads a config.pbtxt file.
   *
   * @param path the file
   * @throws Error when it cannot be read, is no regular file, leads out of its folder, has more than 16 MiB, or
   *   `path:line:column: what was expected`
   */
  public static fromFile(path: string): ModelConfig {
    return ModelConfig._fromBytes(readConfigFile(path), path);
  }

  /**
   * Parses what a file has.
   *
   * @internal
   */
  public static _fromBytes(bytes: Buffer, path: string): ModelConfig {
    const config = new ModelConfig(parseText(bytes.toString('utf8'), path));
    // Comments may be in any encoding, but nothing else could be written back unchanged.
    if (!isUtf8(bytes) && config.toText().includes('\uFFFD')) {
      throw new Error(`${path}: expected UTF-8 text ${rulePage('parse.text-proto')}`);
    }
    return config;
  }

  /**
   * Reads the config.pbtxt of a model folder.
   *
   * @param path the folder of one model in a model repository
   * @throws Error when there is none, or `path:line:column: what was expected`
   */
  public static fromDirectory(path: string): ModelConfig {
    return ModelConfig.fromFile(join(path, FILE_NAME));
  }

  /**
   * Takes the protobuf JSON form: proto field names, enums by name, 64-bit integers as strings (numbers do, too).
   *
   * @param json what `toJson` gives, or a part of it
   * @throws Error naming the field that is unknown or has a value of another type
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- jsii's type for JSON
  public static fromJson(json: { [key: string]: any }): ModelConfig {
    return new ModelConfig(messageOfJson(json));
  }

  /**
   * Validates a whole model repository: every configuration by itself, and the wiring of the ensembles among them.
   *
   * @param configs the configurations of all models, each with its name
   * @param options where the repository is going to be served
   * @returns all findings, in the order of the models; empty when nothing is wrong
   */
  public static validateRepository(configs: ModelConfig[], options: ValidateOptions = {}): Finding[] {
    return validateConfigs(
      configs.map((config) => config._document),
      options,
    );
  }

  private document?: ModelConfigDocument;
  private json?: JsonObject;

  private constructor(private readonly message: Message) {}

  /** What the rules read. @internal */
  public get _document(): ModelConfigDocument {
    this.document ??= documentOf(this.message);
    return this.document;
  }

  /** What `toJson` gives, to be read and not changed. @internal */
  // oxlint-disable-next-line typescript/no-explicit-any -- as there
  public get _json(): { readonly [key: string]: any } {
    this.json ??= jsonOf(this.message);
    return this.json;
  }

  /**
   * The content of a config.pbtxt: canonical, with fields in a fixed order, so that equal configurations give equal
   * text.
   */
  public toText(): string {
    return printText(this.message);
  }

  /**
   * The protobuf JSON form: proto field names, enums by name, 64-bit integers as strings, unset fields absent.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- jsii's type for JSON
  public toJson(): { [key: string]: any } {
    return jsonOf(this.message);
  }

  /**
   * Merges another configuration over this one, as protobuf does: its single values win, its lists are appended, its
   * map entries are added, and messages are merged field by field.
   *
   * @param other the configuration that wins
   */
  public merge(other: ModelConfig): ModelConfig {
    const descriptor = modelConfigDescriptor();
    const merged = clone(descriptor, this.message);
    merge(descriptor, merged, clone(descriptor, other.message));
    return new ModelConfig(merged);
  }

  /**
   * Checks the configuration against what Triton accepts.
   *
   * @param options where the model is going to be served; with an instance type, the rules of its backend and of
   * SageMaker apply, too
   * @returns all findings, empty when nothing is wrong
   */
  public validate(options: ValidateOptions = {}): Finding[] {
    return validateConfig(this._document, options);
  }
}
