import { isUtf8 } from 'node:buffer';
import { dirname, join } from 'node:path';
import { clone, merge, type Message } from '@bufbuild/protobuf';
import { Finding } from '../findings/finding';
import { ValidateOptions } from './validate-options';
import { modelConfigDescriptor } from './schema/descriptor';
import { documentOf } from './schema/document';
import { ModelConfigDocument } from './schema/schema';
import { messageToJson, jsonToMessage } from './text/json';
import { parseText } from './text/parse-text';
import { printText } from './text/print-text';
import { validateConfig, validateConfigs } from './validate';
import { rulePage } from '../findings/rule-page';
import { readRegularFile } from '../files/regular-file';

const FILE_NAME = 'config.pbtxt';

/** Reads an untrusted config.pbtxt file. */
export function readConfigFile(path: string): Buffer {
  return readRegularFile(path, { maximumBytes: 'configBytes', within: dirname(path) });
}

/**
 * A Triton model configuration (config.pbtxt) that can be read, written, merged and validated as a whole.
 *
 * It contains all fields that Triton supports, including fields without a property in `TritonModelProps`. A model configuration is
 * immutable.
 *
 * @see https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md
 * @example
 * ModelConfig.fromFile('models/bert/config.pbtxt').validate({ tritonRelease: '26.05', instanceType: InstanceType.G5_XLARGE });
 */
export class ModelConfig {
  /**
   * Parses protobuf text, as in config.pbtxt.
   *
   * @param text content of a config.pbtxt
   * @throws Error `config.pbtxt:line:column: what was expected`, for text that Triton cannot parse either
   */
  public static fromText(text: string): ModelConfig {
    return new ModelConfig(parseText(text, FILE_NAME));
  }

  /**
   * Reads a config.pbtxt file.
   *
   * @param path path of the file
   * @throws Error if the file cannot be read, is not a regular file, is a link to a file outside its folder, or is larger than 1 MiB, or
   * `path:line:column: what was expected`
   */
  public static fromFile(path: string): ModelConfig {
    return ModelConfig._fromBytes(readConfigFile(path), path);
  }

  /**
   * Parses the content of a file.
   *
   * @internal
   */
  public static _fromBytes(bytes: Buffer, path: string): ModelConfig {
    const config = new ModelConfig(parseText(bytes.toString('utf8'), path));
    // Comments can have any encoding, but values in other encodings would change when they are written.
    if (!isUtf8(bytes) && config.toText().includes('\uFFFD')) {
      throw new Error(`${path}: expected UTF-8 text ${rulePage('parse.text-proto')}`);
    }
    return config;
  }

  /**
   * Reads the config.pbtxt in the folder of a model.
   *
   * @param path path of the folder of one model in a model repository
   * @throws Error if there is no config.pbtxt, or `path:line:column: what was expected`
   */
  public static fromDirectory(path: string): ModelConfig {
    return ModelConfig.fromFile(join(path, FILE_NAME));
  }

  /**
   * Creates a model configuration from the protobuf JSON format: field names as in the proto file, enums by name, and 64-bit integers as
   * strings or numbers.
   *
   * @param json output of `toJson`, or a part of it
   * @throws Error that names a field that is unknown or whose value has a different type
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- jsii's type for JSON
  public static fromJson(json: { [key: string]: any }): ModelConfig {
    return new ModelConfig(jsonToMessage(json));
  }

  /**
   * Validates a complete model repository: each configuration individually, and the tensor mapping of the ensembles.
   *
   * @param configs configurations of all models, each with its name
   * @param options properties of the endpoint that serves the repository
   * @returns all findings in the order of the models, or an empty list
   */
  public static validateRepository(configs: ModelConfig[], options: ValidateOptions = {}): Finding[] {
    return validateConfigs(
      configs.map((config) => config._document),
      options,
    );
  }

  private document?: ModelConfigDocument;

  private constructor(private readonly message: Message) {}

  /** The typed document, for code that reads fields. @internal */
  public get _document(): ModelConfigDocument {
    this.document ??= documentOf(this.message);
    return this.document;
  }

  /**
   * Returns the content of a config.pbtxt in canonical form. The order of the fields is fixed, so equal configurations result in equal
   * text.
   */
  public toText(): string {
    return printText(this.message);
  }

  /**
   * Returns the configuration in the protobuf JSON format: field names as in the proto file, enums by name, and 64-bit integers as strings.
   * Fields that are not set are omitted.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- jsii's type for JSON
  public toJson(): { [key: string]: any } {
    return messageToJson(this.message);
  }

  /**
   * Merges a different configuration into a copy of this configuration, as protobuf merges messages: single values are replaced, lists are
   * appended, map entries are added, and messages are merged by field.
   *
   * @param other configuration whose values take precedence
   */
  public merge(other: ModelConfig): ModelConfig {
    const descriptor = modelConfigDescriptor();
    const merged = clone(descriptor, this.message);
    merge(descriptor, merged, clone(descriptor, other.message));
    return new ModelConfig(merged);
  }

  /**
   * Checks whether Triton accepts the configuration.
   *
   * @param options properties of the endpoint that serves the model. With an instance type, the rules of the backend and of SageMaker also
   * apply
   * @returns all findings, or an empty list
   */
  public validate(options: ValidateOptions = {}): Finding[] {
    return validateConfig(this._document, options);
  }
}
