import { enums } from '../schema/schema';
import { joinNames } from '../../findings/join-names';
import { ConfigRule } from './context';
import { duplicateIndices } from './duplicates';

const INPUT_KINDS = enums['BatchInput.Kind'].values;
const OUTPUT_KINDS = enums['BatchOutput.Kind'].values;

const namesOf = (tensors: readonly { readonly name: string }[]) => new Set(tensors.map(({ name }) => name));

export const batchIoRules: ConfigRule[] = [
  {
    id: 'bio.in-kind',
    *check({ batch_input: batchInputs }) {
      for (const [index, { kind }] of batchInputs.entries()) {
        if (!INPUT_KINDS.includes(kind)) {
          yield {
            field: `batch_input[${index}].kind`,
            message: `unknown kind ${kind}; allowed: ${INPUT_KINDS.join(', ')}`,
          };
        }
      }
    },
  },
  {
    id: 'bio.in-source-count',
    *check({ batch_input: batchInputs }) {
      for (const [index, { kind, source_input: sources }] of batchInputs.entries()) {
        if (sources.length !== 1) {
          yield {
            field: `batch_input[${index}].source_input`,
            message: `${kind} needs exactly 1 source_input, got ${sources.length}`,
          };
        }
      }
    },
  },
  {
    id: 'bio.in-dtype',
    *check({ batch_input: batchInputs }) {
      for (const [index, { data_type: type }] of batchInputs.entries()) {
        if (type !== 'TYPE_INT32' && type !== 'TYPE_FP32') {
          yield {
            field: `batch_input[${index}].data_type`,
            message: `a batch input of ${type}; allowed: TYPE_INT32 and TYPE_FP32`,
          };
        }
      }
    },
  },
  {
    id: 'bio.in-source',
    *check({ batch_input: batchInputs, input }) {
      const inputs = namesOf(input);
      for (const [index, { source_input: sources }] of batchInputs.entries()) {
        for (const source of sources.filter((name) => !inputs.has(name))) {
          yield {
            field: `batch_input[${index}].source_input`,
            message: `source_input '${source}' is not an input of the model; inputs: ${joinNames([...inputs]) || 'none'}`,
          };
        }
      }
    },
  },
  {
    id: 'bio.out-kind',
    *check({ batch_output: batchOutputs }) {
      for (const [index, { kind }] of batchOutputs.entries()) {
        if (!OUTPUT_KINDS.includes(kind)) {
          yield {
            field: `batch_output[${index}].kind`,
            message: `unknown kind ${kind}; allowed: ${OUTPUT_KINDS.join(', ')}`,
          };
        }
      }
    },
  },
  {
    id: 'bio.out-source-count',
    *check({ batch_output: batchOutputs }) {
      for (const [index, { kind, source_input: sources }] of batchOutputs.entries()) {
        if (sources.length !== 1) {
          yield {
            field: `batch_output[${index}].source_input`,
            message: `${kind} needs exactly 1 source_input, got ${sources.length}`,
          };
        }
      }
    },
  },
  {
    id: 'bio.out-source',
    *check({ batch_output: batchOutputs, input }) {
      const inputs = namesOf(input);
      for (const [index, { source_input: sources }] of batchOutputs.entries()) {
        for (const source of sources.filter((name) => !inputs.has(name))) {
          yield {
            field: `batch_output[${index}].source_input`,
            message: `source_input '${source}' is not an input of the model; inputs: ${joinNames([...inputs]) || 'none'}`,
          };
        }
      }
    },
  },
  {
    id: 'bio.out-target',
    *check({ batch_output: batchOutputs, output }) {
      const outputs = namesOf(output);
      for (const [index, { target_name: targets }] of batchOutputs.entries()) {
        for (const target of targets.filter((name) => !outputs.has(name))) {
          yield {
            field: `batch_output[${index}].target_name`,
            message: `target_name '${target}' is not an output of the model; outputs: ${joinNames([...outputs]) || 'none'}`,
          };
        }
      }
    },
  },
  {
    id: 'bio.out-target-dup',
    *check({ batch_output: batchOutputs }) {
      for (const [index, { target_name: targets }] of batchOutputs.entries()) {
        for (const duplicate of duplicateIndices(targets)) {
          yield {
            field: `batch_output[${index}].target_name[${duplicate}]`,
            message: `target_name '${targets[duplicate]}' is set more than once; set it once`,
          };
        }
      }
    },
  },
];
