import * as fs from 'fs';
import { DataType } from '../values/data-type';
import { FolderFile, isOnDisk } from '../folder/folder-content';
import { fileAt, FileRule } from './local-model';

/** Rules for files that config.pbtxt refers to, in addition to the model file. */
export const referencedFileRules: FileRule[] = [
  {
    id: 'output.label-missing',
    *check({ config, files }) {
      for (const [index, { label_filename: label }] of config.output.entries()) {
        if (label && !fileAt(files, label)) {
          yield {
            field: `output[${index}].label_filename`,
            message: `got '${label}', which is not in the model's folder`,
          };
        }
      }
    },
  },
  {
    id: 'warm.file',
    *check({ config, files }) {
      for (const [index, { inputs }] of config.model_warmup.entries()) {
        for (const [name, { input_data_file: file, data_type: type, dims }] of inputs) {
          const problem = file && fileProblem(files, `warmup/${file}`, type, dims);
          if (problem) yield { field: `model_warmup[${index}].inputs[${name}].input_data_file`, message: problem };
        }
      }
    },
  },
  {
    id: 'seq.state-initial-file',
    *check({ config, files }) {
      for (const [index, state] of (config.sequence_batching?.state ?? []).entries()) {
        for (const { data_file: file, data_type: type, dims } of state.initial_state) {
          const problem = file && fileProblem(files, `initial_state/${file}`, type, dims);
          if (problem)
            yield { field: `sequence_batching.state[${index}].initial_state[0].data_file`, message: problem };
        }
      }
    },
  },
];

function fileProblem(files: FolderFile[], path: string, type: string, dims: readonly bigint[]): string | undefined {
  const file = fileAt(files, path);
  if (!file) return `got ${path}, which is not in the model's folder; add a file with the raw values`;
  const elementSize = DataType.of(type).byteSize;
  if (!isOnDisk(file) || elementSize === undefined || dims.some((dim) => dim < 0)) return undefined;
  const requiredBytes = dims.reduce((product, dim) => product * Number(dim), elementSize);
  const { size } = fs.statSync(file.source);
  return size < requiredBytes
    ? `got ${path} of ${size} bytes; allowed: at least ${requiredBytes} (${type}, dims [${dims.join(', ')}])`
    : undefined;
}
