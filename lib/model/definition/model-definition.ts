import type { RuleFinding } from '../../findings/rule';
import type { ModelConfig } from '../../model-config/model-config';
import type { Backend } from '../values/backend';
import type { ModelFolderFile } from '../folder/built-file';
import type { ModelExample } from '../values/model-example';
import type { ModelFiles } from '../files/model-files';
import type { PythonPackages } from '../python-packages/python-packages';
import type { ReadBatchSize } from './read-batch-size';
import type { Tensor } from '../values/tensor';

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
  _entries(): ModelFolderFile[];
}
