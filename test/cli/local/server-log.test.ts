import { errorsIn, explainFailure } from '../../../cli/local/server-log';

const NOISE = [
  'W1121 09:00:00.000001 1 pinned_memory_manager.cc:273] "Unable to allocate pinned system memory"',
  'E1121 09:00:00.000002 1 server.cc:241] "CudaDriverHelper has not been initialized."',
  'I1121 09:00:00.000003 1 model_lifecycle.cc:472] "loading: bert:1"',
];

test('an error is returned with all its lines, without other log entries', () => {
  const log = [
    ...NOISE,
    'E1121 09:00:00.000004 1 pb_stub.cc:366] "Failed to initialize Python stub: ValueError: no weights',
    '',
    'At:',
    '  /model/bert/1/model.py(7): initialize',
    '"',
    'I1121 09:00:00.000005 1 server.cc:604] "more"',
    'error: creating server: Internal - failed to load all models',
  ].join('\n');
  expect(explainFailure(log)).toBe(
    [
      '"Failed to initialize Python stub: ValueError: no weights',
      'At:',
      '  /model/bert/1/model.py(7): initialize',
      '"',
    ].join('\n'),
  );
});

test('an error that the protobuf library logs, such as a syntax error in config.pbtxt, is returned', () => {
  const line =
    '[libprotobuf ERROR text_format.cc:337] Error parsing text-format inference.ModelConfig: 3:1: Message type has no field named "x".';
  expect(explainFailure([...NOISE, line].join('\n'))).toBe(line);
});

test('if there are no error entries, the last lines of the log are returned', () => {
  expect(explainFailure([...NOISE, 'error: creating server: Invalid argument'].join('\n'))).toBe(
    'error: creating server: Invalid argument',
  );
  expect(explainFailure('Segmentation fault\n')).toBe('Segmentation fault');
});

test('an exception of a model is returned once, although several layers of the server log it', () => {
  const log = [
    'E1121 09:00:00.000004 1 pb_stub.cc:366] "Failed to initialize Python stub: ValueError: no weights',
    '',
    'At:',
    '  /model/bert/1/model.py(7): initialize',
    '"',
    'E1121 09:00:00.000005 1 backend_model.cc:692] "ERROR: Failed to create instance: ValueError: no weights',
    '',
    'At:',
    '  /model/bert/1/model.py(7): initialize',
    '"',
    "E1121 09:00:00.000006 1 model_lifecycle.cc:654] \"failed to load 'bert' version 1: Internal: ValueError: no weights",
    '',
    'At:',
    '  /model/bert/1/model.py(7): initialize',
    '"',
  ].join('\n');
  expect(errorsIn(log).filter((line) => line.includes('no weights'))).toHaveLength(1);
  const reported = 'message: ValueError: no weights\n\nAt:\n  /model/bert/1/model.py(7): initialize\n';
  expect(errorsIn(log, reported)).toEqual([]);
});

test('a message that the server logs as a JSON string is decoded', () => {
  const line =
    'E1121 09:00:00.000004 1 python_be.cc:12] "failed for \'bert\', message: ValueError: no label\\n\\nAt:\\n  model.py(9)\\n"';
  expect(errorsIn(line)).toEqual(["failed for 'bert', message: ValueError: no label", 'At:', '  model.py(9)']);
  expect(errorsIn(line, "failed for 'bert', message: ValueError: no label\n\nAt:\n  model.py(9)\n")).toEqual([]);
});
