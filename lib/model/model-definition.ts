import type { RuleFinding } from '../findings/rule';
import type { ModelConfig } from '../model-config';
import type { Backend } from './backend';
import type { ModelFolderFile } from './built-file';
import type { ModelExample } from './model-example';
import type { ModelFiles } from './model-files';
import type { PythonPackages } from './python-packages/python-packages';
import type { ReadBatchSize } from './read-batch-size';
import type { Tensor } from './tensor';

/** The part of `TritonModel` that rules and readers use. Rules and readers cannot import the class, because the class imports them. */
export interface ModelDefinition {
  readonly name: string;
  readonly backend: Backend;
  readonly files?: ModelFiles;
  readonly pythonPackages?: PythonPackages;
  readonly examples: ModelExample[];
  readonly members: ModelDefinition[];
  readonly config: ModelConfig;
  readonly maxBatchSize: number;
  readonly inputs: Tensor[];
  readonly outputs: Tensor[];
  readonly _problem: RuleFinding | undefined;
  /** What was inferred, if the model was read from its file or folder. */
  readonly _reading?: { readonly batchSize?: ReadBatchSize };
  _misplacedOptions(): MisplacedOptions[];
  _entries(): ModelFolderFile[];
}

/** Options of a tensor that are set on the wrong side of the model (inputs or outputs), such as a label file of an input. */
export interface MisplacedOptions {
  readonly field: string;
  readonly side: string;
  readonly options: string[];
}
