import { joinNames } from '../../findings/join-names';
import { Severity } from '../../findings/finding';
import { ModelConfigDocument } from '../schema/schema';
import { ConfigContext, ConfigRule, configRules, partRules, withFields } from './context';
import { duplicateIndices } from './duplicates';

/**
 * The first release in which a backend of the image stores states, for backends that do not in all releases. Undefined for backends that never
 * do. The source is whether the code of the backend calls TRITONBACKEND_StateNew.
 */
const STATE_RELEASES: { readonly [backend: string]: string | undefined } = {
  pytorch: '23.08',
  ...{ python: undefined, openvino: undefined, fil: undefined, dali: undefined, tensorflow: undefined },
};

function storesStates({ backend, release }: ConfigContext): boolean {
  if (!Object.hasOwn(STATE_RELEASES, backend)) return true;
  const since = STATE_RELEASES[backend];
  return since !== undefined && since <= release;
}

function statesOf({ sequence_batching: batching }: ModelConfigDocument) {
  return withFields(batching?.state, 'sequence_batching.state');
}

/** The initial states that the server validates: the initial states of all states with exactly one initial state. */
function initialStatesOf(config: ModelConfigDocument) {
  return statesOf(config).flatMap((state) =>
    state.initial_state.length === 1
      ? [{ state, initial: state.initial_state[0], field: `${state.field}.initial_state[0]` }]
      : [],
  );
}

/** The dimensions of initial states with as many dimensions as their states. */
function initialDimsOf(config: ModelConfigDocument) {
  return initialStatesOf(config)
    .filter(({ state, initial }) => initial.dims.length === state.dims.length)
    .flatMap(({ state, initial, field }) =>
      initial.dims.map((dim, index) => ({ state, dim, required: state.dims[index], field: `${field}.dims[${index}]` })),
    );
}

/**
 * The states whose output the server stores in the input of another state: it pairs the first of the sorted output names with the first of the
 * sorted input names, and so on (core, src/sequence_state.cc, SequenceStates::OutputState, branches r22.06 to r26.06). Duplicate names are left
 * to the rule seq.state-dup.
 */
function mispairedStates(config: ModelConfigDocument) {
  const states = statesOf(config);
  const inputs = states.map((state) => state.input_name).sort();
  const outputs = states.map((state) => state.output_name).sort();
  if (new Set(inputs).size < states.length || new Set(outputs).size < states.length) return [];
  return states
    .map((state) => ({ ...state, storedIn: inputs[outputs.indexOf(state.output_name)] }))
    .filter((state) => state.storedIn !== state.input_name && !state.use_same_buffer_for_input_output);
}

export const sequenceStateRules: ConfigRule[] = [
  ...configRules([
    {
      id: 'seq.state-backend',
      severity: Severity.WARNING,
      when: (config, context) => statesOf(config).length > 0 && !storesStates(context),
      at: 'sequence_batching.state',
      message: (config, { backend, release }) => {
        const inputs = joinNames(statesOf(config).map(({ input_name: name }) => `'${name}'`));
        const advice =
          backend === 'python'
            ? 'keep the values in the model, by request.correlation_id()'
            : `use a backend that stores states: onnxruntime, tensorrt or pytorch${backend === 'pytorch' ? ` of Triton ${STATE_RELEASES.pytorch} or newer, got ${release}` : ''}`;
        return `backend '${backend}' does not store states, so ${inputs} never changes within a sequence; ${advice}`;
      },
    },
  ]),
  ...partRules(
    (config, context) => (storesStates(context) ? mispairedStates(config) : []),
    [
      {
        id: 'seq.state-order',
        severity: Severity.WARNING,
        at: '.output_name',
        when: () => true,
        message: ({ output_name: output, input_name: input, storedIn }) =>
          `'${output}' becomes the next '${storedIn}', not the next '${input}': Triton pairs the sorted output names with the sorted input names; ` +
          'rename the tensors of the model so that both have the same order',
      },
    ],
  ),
  ...partRules(statesOf, [
    {
      id: 'seq.state-initial-count',
      when: (state) => state.initial_state.length > 1,
      at: '.initial_state',
      message: (state) =>
        `state '${state.input_name}' has ${state.initial_state.length} initial states; set one or none`,
    },
  ]),
  ...partRules(initialStatesOf, [
    {
      id: 'seq.state-initial-dtype',
      when: ({ state, initial }) => initial.data_type !== state.data_type,
      at: '.data_type',
      message: ({ state, initial }) =>
        `initial state of ${initial.data_type} for state '${state.input_name}' of ${state.data_type}; make them equal`,
    },
    {
      id: 'seq.state-initial-name',
      when: ({ initial }) => initial.name === '',
      at: '.name',
      message: ({ state }) => `the initial state of state '${state.input_name}' needs a name`,
    },
  ]),
  {
    id: 'seq.state-dup',
    *check(config) {
      const allStates = statesOf(config);
      const initializedNames = initialStatesOf(config).map(({ state }) => state.input_name);
      const initializedTwice = new Set(duplicateIndices(initializedNames).map((index) => initializedNames[index]));
      for (const index of duplicateIndices(allStates.map((state) => state.input_name))) {
        const { input_name: name, field } = allStates[index];
        yield {
          field: `${field}.input_name`,
          message: `state input '${name}' is used more than once; use a separate tensor for each state`,
          // The server detects duplicate states only if both states have an initial state.
          severity: initializedTwice.has(name) ? Severity.ERROR : Severity.WARNING,
        };
      }
    },
  },
  ...partRules(initialStatesOf, [
    {
      id: 'seq.state-initial-rank',
      when: ({ state, initial }) => initial.dims.length !== state.dims.length,
      at: '.dims',
      message: ({ state, initial }) =>
        `initial state has ${initial.dims.length} dims, state '${state.input_name}' has ${state.dims.length}; ` +
        'use the same number of dims',
    },
    {
      id: 'seq.state-initial-wild',
      when: ({ initial }) => initial.dims.some((dim) => dim < 0n), // the server crashes for values below -1
      at: '.dims',
      message: ({ state, initial }) =>
        `the initial state of state '${state.input_name}' needs fixed dims, not ${initial.dims.find((dim) => dim < 0n)}`,
    },
  ]),
  ...partRules(initialDimsOf, [
    {
      id: 'seq.state-initial-dim',
      when: ({ dim, required }) => dim >= 0n && required !== -1n && dim !== required,
      message: ({ dim, required, state }) =>
        `dim ${dim} differs from dim ${required} of state '${state.input_name}'; make them equal`,
    },
  ]),
  ...partRules(initialStatesOf, [
    {
      id: 'seq.state-initial-none',
      when: ({ initial }) => initial.zero_data === undefined && !initial.data_file,
      message: ({ state }) =>
        `the initial state of state '${state.input_name}' has no data; set zero_data: true or a data_file`,
    },
  ]),
  // The rules on growable memory are warnings, because the server loads the model although its sequences fail.
  ...partRules(statesOf, [
    {
      id: 'seq.growable-same',
      severity: Severity.WARNING,
      when: (state) => state.use_growable_memory && !state.use_same_buffer_for_input_output,
      at: '.use_growable_memory',
      message:
        'use_growable_memory works only with use_same_buffer_for_input_output: true; otherwise every sequence fails',
    },
    {
      id: 'seq.growable-gpu',
      severity: Severity.WARNING,
      when: (state, { gpuCount }, { instance_group: groups }) =>
        state.use_growable_memory &&
        (gpuCount === 0 || groups.some(({ kind }) => kind === 'KIND_CPU' || kind === 'KIND_MODEL')),
      at: '.use_growable_memory',
      message: 'use_growable_memory works only with instances of KIND_GPU; every sequence on other instances fails',
    },
  ]),
];
