import { enums, ModelConfigDocument } from '../schema/schema';
import { joinNames } from '../../findings/join-names';
import { ConfigRule, partRules, withFields } from './context';
import { duplicateIndices } from './duplicates';

const INPUT_KINDS = enums['BatchInput.Kind'].values;
const OUTPUT_KINDS = enums['BatchOutput.Kind'].values;

const batchInputsOf = (config: ModelConfigDocument) => withFields(config.batch_input, 'batch_input');
const batchOutputsOf = (config: ModelConfigDocument) => withFields(config.batch_output, 'batch_output');

/** The names of tensors in a field of batch inputs or batch outputs, with the names that the model has. */
function namesIn<Part extends { readonly field: string }>(
  parts: readonly Part[],
  namesOf: (part: Part) => readonly string[],
  tensors: readonly { readonly name: string }[],
) {
  const known = new Set(tensors.map(({ name }) => name));
  return parts.flatMap((part) => namesOf(part).map((name) => ({ name, known, field: part.field })));
}

const sourcesOfInputs = (config: ModelConfigDocument) =>
  namesIn(batchInputsOf(config), ({ source_input: sources }) => sources, config.input);
const sourcesOfOutputs = (config: ModelConfigDocument) =>
  namesIn(batchOutputsOf(config), ({ source_input: sources }) => sources, config.input);

const sourceCountRule = (id: string) => ({
  id,
  when: ({ source_input: sources }: { source_input: readonly string[] }) => sources.length !== 1,
  at: '.source_input',
  message: ({ kind, source_input: sources }: { kind: string; source_input: readonly string[] }) =>
    `${kind} needs exactly 1 source_input, got ${sources.length}`,
});

const sourceRule = (id: string) => ({
  id,
  when: ({ name, known }: { name: string; known: ReadonlySet<string> }) => !known.has(name),
  at: '.source_input',
  message: ({ name, known }: { name: string; known: ReadonlySet<string> }) =>
    `source_input '${name}' is not an input of the model; inputs: ${joinNames([...known]) || 'none'}`,
});

export const batchIoRules: ConfigRule[] = [
  ...partRules(batchInputsOf, [
    {
      id: 'bio.in-kind',
      when: ({ kind }) => !INPUT_KINDS.includes(kind),
      at: '.kind',
      message: ({ kind }) => `unknown kind ${kind}; allowed: ${INPUT_KINDS.join(', ')}`,
    },
    sourceCountRule('bio.in-source-count'),
    {
      id: 'bio.in-dtype',
      when: ({ data_type: type }) => type !== 'TYPE_INT32' && type !== 'TYPE_FP32',
      at: '.data_type',
      message: ({ data_type: type }) => `a batch input of ${type}; allowed: TYPE_INT32 and TYPE_FP32`,
    },
  ]),
  ...partRules(sourcesOfInputs, [sourceRule('bio.in-source')]),
  ...partRules(batchOutputsOf, [
    {
      id: 'bio.out-kind',
      when: ({ kind }) => !OUTPUT_KINDS.includes(kind),
      at: '.kind',
      message: ({ kind }) => `unknown kind ${kind}; allowed: ${OUTPUT_KINDS.join(', ')}`,
    },
    sourceCountRule('bio.out-source-count'),
  ]),
  ...partRules(sourcesOfOutputs, [sourceRule('bio.out-source')]),
  ...partRules(
    (config) => namesIn(batchOutputsOf(config), ({ target_name: targets }) => targets, config.output),
    [
      {
        id: 'bio.out-target',
        when: ({ name, known }) => !known.has(name),
        at: '.target_name',
        message: ({ name, known }) =>
          `target_name '${name}' is not an output of the model; outputs: ${joinNames([...known]) || 'none'}`,
      },
    ],
  ),
  {
    id: 'bio.out-target-dup',
    *check(config) {
      for (const { target_name: targets, field } of batchOutputsOf(config)) {
        for (const duplicate of duplicateIndices(targets)) {
          const message = `target_name '${targets[duplicate]}' is set more than once; set it once`;
          yield { field: `${field}.target_name[${duplicate}]`, message };
        }
      }
    },
  },
];
