import * as fs from 'node:fs';
import { TritonResponse, type DataType } from '../../../lib/client';
import { readGenerateResponse } from '../../../lib/client/protocol/generate';
import { FEATURES, GENERATE_FEATURES } from './features';
import { bodyOf, RECORDINGS, type Recording } from './recordings';

// The client reads what a real Triton server has sent (record.ts).

const recordings = JSON.parse(fs.readFileSync(RECORDINGS, 'utf8')) as Recording[];
const isFeature = ({ title }: Recording): boolean => title in FEATURES || title in GENERATE_FEATURES;
const recordingOf = (feature: string): Recording => {
  const recording = recordings.find(({ title }) => title === feature);
  if (!recording) throw new Error(`${feature} is not recorded; run record.ts`);
  return recording;
};

/** Reads a response with a model that has the outputs of the response. */
function read(recording: Recording, outputs: { name: string; datatype: string; shape: number[] }[]): TritonResponse {
  const model = {
    name: 'recorded',
    inputs: [],
    outputs: outputs as { name: string; datatype: DataType; shape: number[] }[],
  };
  return new TritonResponse(model, { ContentType: recording.contentType, Body: bodyOf(recording) });
}

function plainValueOf(element: unknown): unknown {
  if (Buffer.isBuffer(element)) return element.toString();
  return typeof element === 'bigint' ? Number(element) : element;
}

test.each(Object.entries(FEATURES))('%s', (title, { outputs }) => {
  const recording = recordingOf(title);
  if (!outputs) {
    expect(() => read(recording, [])).toThrow('they contain the key `error`');
    return;
  }
  const declared = Object.entries(outputs).map(([name, [datatype]]) => ({ name, datatype, shape: [] }));
  const readOutputs = read(recording, declared).outputs.map(({ name, datatype, data }) => [
    name,
    [datatype, ...Array.from<unknown>(data).map(plainValueOf)],
  ]);
  expect(Object.fromEntries(readOutputs)).toEqual(outputs);
});

test.each(Object.entries(GENERATE_FEATURES))('%s', (title, { responses }) => {
  const { contentType, ...recording } = recordingOf(title);
  const events = readGenerateResponse({ contentType, body: bodyOf({ contentType, ...recording }) });
  expect(events).toEqual(responses.map((response) => expect.objectContaining(response)));
});

const examples = recordings.filter((recording) => !isFeature(recording));
test.each(examples.map((recording) => [recording.title, recording] as const))('the example %s', (_, recording) => {
  const { contentType, text } = recording;
  if (contentType.startsWith('text/event-stream')) {
    const events = readGenerateResponse({ contentType, body: bodyOf(recording) });
    expect(events.map(({ text_output: word }) => typeof word)).toEqual(events.map(() => 'string'));
    return;
  }
  const { outputs } = JSON.parse(text) as { outputs: { name: string; datatype: string; shape: number[] }[] };
  expect(read(recording, outputs).outputs.map(({ name, data }) => [name, data.length])).toEqual(
    outputs.map(({ name, shape }) => [name, shape.reduce((product, size) => product * size, 1)]),
  );
});
