import { Severity } from '../../findings/finding';
import { ModelConfigDocument } from '../schema/schema';
import { ConfigRule } from './context';
import { duplicateIndices } from './duplicates';

/** Returns all states, each with its field path for findings. */
function statesOf({ sequence_batching: batching }: ModelConfigDocument) {
  return (batching?.state ?? []).map((state, index) => ({ state, field: `sequence_batching.state[${index}]` }));
}

/** Returns the initial states that the server validates: the initial states of all states with exactly one initial state. */
function initialStatesOf(config: ModelConfigDocument) {
  return statesOf(config).flatMap(({ state, field }) =>
    state.initial_state.length === 1
      ? [{ state, initial: state.initial_state[0], field: `${field}.initial_state[0]` }]
      : [],
  );
}

export const sequenceStateRules: ConfigRule[] = [
  {
    id: 'seq.state-initial-count',
    *check(config) {
      for (const { state, field } of statesOf(config)) {
        if (state.initial_state.length > 1) {
          yield {
            field: `${field}.initial_state`,
            message: `state '${state.input_name}' has ${state.initial_state.length} initial states; set one or none`,
          };
        }
      }
    },
  },
  {
    id: 'seq.state-initial-dtype',
    *check(config) {
      for (const { state, initial, field } of initialStatesOf(config)) {
        if (initial.data_type !== state.data_type) {
          yield {
            field: `${field}.data_type`,
            message: `initial state of ${initial.data_type} for state '${state.input_name}' of ${state.data_type}; make them equal`,
          };
        }
      }
    },
  },
  {
    id: 'seq.state-initial-name',
    *check(config) {
      for (const { state, initial, field } of initialStatesOf(config)) {
        if (initial.name === '') {
          yield { field: `${field}.name`, message: `the initial state of state '${state.input_name}' needs a name` };
        }
      }
    },
  },
  {
    id: 'seq.state-dup',
    *check(config) {
      const allStates = statesOf(config);
      const initializedNames = initialStatesOf(config).map(({ state }) => state.input_name);
      const initializedTwice = new Set(duplicateIndices(initializedNames).map((index) => initializedNames[index]));
      for (const index of duplicateIndices(allStates.map(({ state }) => state.input_name))) {
        const { state, field } = allStates[index];
        yield {
          field: `${field}.input_name`,
          message: `state input '${state.input_name}' is used more than once; use a separate tensor for each state`,
          // The server detects duplicate states only if both states have an initial state.
          severity: initializedTwice.has(state.input_name) ? Severity.ERROR : Severity.WARNING,
        };
      }
    },
  },
  {
    id: 'seq.state-initial-rank',
    *check(config) {
      for (const { state, initial, field } of initialStatesOf(config)) {
        if (initial.dims.length !== state.dims.length) {
          yield {
            field: `${field}.dims`,
            message:
              `initial state has ${initial.dims.length} dims, state '${state.input_name}' has ${state.dims.length}; ` +
              'use the same number of dims',
          };
        }
      }
    },
  },
  {
    id: 'seq.state-initial-wild',
    *check(config) {
      for (const { state, initial, field } of initialStatesOf(config)) {
        const variableDim = initial.dims.find((dim) => dim < 0n); // the server crashes for values below -1
        if (variableDim !== undefined) {
          yield {
            field: `${field}.dims`,
            message: `the initial state of state '${state.input_name}' needs fixed dims, not ${variableDim}`,
          };
        }
      }
    },
  },
  {
    id: 'seq.state-initial-dim',
    *check(config) {
      for (const { state, initial, field } of initialStatesOf(config)) {
        const haveSameRank = initial.dims.length === state.dims.length;
        for (const [index, dim] of haveSameRank ? initial.dims.entries() : []) {
          if (dim >= 0n && state.dims[index] !== -1n && dim !== state.dims[index]) {
            yield {
              field: `${field}.dims[${index}]`,
              message: `dim ${dim} differs from dim ${state.dims[index]} of state '${state.input_name}'; make them equal`,
            };
          }
        }
      }
    },
  },
  {
    id: 'seq.state-initial-none',
    *check(config) {
      for (const { state, initial, field } of initialStatesOf(config)) {
        if (initial.zero_data === undefined && !initial.data_file) {
          yield {
            field,
            message: `the initial state of state '${state.input_name}' has no data; set zero_data: true or a data_file`,
          };
        }
      }
    },
  },
  // The rules on growable memory are warnings, because the server loads the model although its sequences fail.
  {
    id: 'seq.growable-same',
    severity: Severity.WARNING,
    *check(config) {
      for (const { state, field } of statesOf(config)) {
        if (state.use_growable_memory && !state.use_same_buffer_for_input_output) {
          yield {
            field: `${field}.use_growable_memory`,
            message:
              'use_growable_memory works only with use_same_buffer_for_input_output: true; otherwise every sequence fails',
          };
        }
      }
    },
  },
  {
    id: 'seq.growable-gpu',
    severity: Severity.WARNING,
    *check(config, { gpuCount }) {
      const kinds = config.instance_group.map(({ kind }) => kind);
      const hasNonGpuInstances = gpuCount === 0 || kinds.some((kind) => kind === 'KIND_CPU' || kind === 'KIND_MODEL');
      for (const { state, field } of statesOf(config)) {
        if (state.use_growable_memory && hasNonGpuInstances) {
          yield {
            field: `${field}.use_growable_memory`,
            message:
              'use_growable_memory works only with instances of KIND_GPU; every sequence on other instances fails',
          };
        }
      }
    },
  },
];
