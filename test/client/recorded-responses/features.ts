import { DataType, EncodedRequest, TritonRequest } from '../../../lib/client';

/** A request, and what the client reads from its response. */
export interface Feature {
  /** @default - the probe, whose outputs are its inputs */
  readonly model?: string;
  readonly request: object | EncodedRequest;
  /** Data types and elements of the outputs. Undefined if the response is an error. */
  readonly outputs?: Readonly<Record<string, readonly [datatype: string, ...elements: unknown[]]>>;
}

const tensor = (datatype: string, data: unknown[], name = `in_${datatype}`): object => ({
  name,
  datatype,
  shape: [1, data.length],
  data,
});
const BINARY = { parameters: { binary_data_output: true } };
const FP32 = [0.5, 2, 1];
/** A request in the binary format, which half precision requires. */
const binaryRequest = (datatype: DataType, data: number[]): EncodedRequest => {
  const input = { name: `in_${datatype}`, datatype, shape: [-1, -1] };
  return new TritonRequest(
    { name: 'probe', inputs: [input], outputs: [] },
    { [input.name]: { data, shape: [1, data.length] } },
  ).toBinary();
};
const X = { inputs: [{ ...tensor('FP32', FP32, 'x'), shape: [3] }] };
const ensembleOutputs = (count: number): Feature['outputs'] =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`y${index}`, ['FP32', ...FP32.map((x) => x + index)]]),
  );
const ensemble = (count: number, members: object = {}): Feature => ({
  model: `ensemble-${count}`,
  request: { ...X, ...members },
  outputs: ensembleOutputs(count),
});

/** Data types with their limits, which the model returns as they are. */
const ELEMENTS: Record<string, unknown[]> = {
  BOOL: [true, false],
  UINT8: [0, 255],
  UINT32: [0, 4_294_967_295],
  INT8: [-128, 127],
  INT64: [-1, 2],
  FP32,
  FP64: [5e-324, 1.5],
  BYTES: ['größe "👍"', ''],
};

export const FEATURES: Readonly<Record<string, Feature>> = {
  ...Object.fromEntries(
    Object.entries(ELEMENTS).flatMap(([type, data]): [string, Feature][] => {
      const inputs = [tensor(type, data)];
      const outputs: Feature['outputs'] = { [`out_${type}`]: [type, ...data] };
      return [
        [`${type} in JSON`, { request: { inputs }, outputs }],
        [`${type} in the binary format`, { request: { inputs, ...BINARY }, outputs }],
      ];
    }),
  ),
  ...Object.fromEntries(
    (['FP16', 'BF16'] as const).map((type): [string, Feature] => [
      type,
      { request: binaryRequest(type, [0.5, -2]), outputs: { [`out_${type}`]: [type, 0.5, -2] } },
    ]),
  ),
  'an ID': { request: { id: '42', inputs: [tensor('FP32', FP32)] }, outputs: { out_FP32: ['FP32', ...FP32] } },
  'outputs in JSON and in the binary format': {
    request: {
      inputs: [tensor('FP32', FP32), tensor('INT8', [1])],
      outputs: [{ name: 'out_FP32', parameters: { binary_data: true } }, { name: 'out_INT8' }],
    },
    outputs: { out_FP32: ['FP32', ...FP32], out_INT8: ['INT8', 1] },
  },
  'classes instead of elements': {
    request: {
      inputs: [tensor('FP32', FP32)],
      outputs: [{ name: 'out_FP32', parameters: { classification: 2 } }],
    },
    outputs: { out_FP32: ['BYTES', '2.000000:1', '1.000000:2'] },
  },
  'no elements': { request: { inputs: [tensor('FP32', [])] }, outputs: { out_FP32: ['FP32'] } },
  'no elements in the binary format': {
    request: { inputs: [tensor('FP32', [])], ...BINARY },
    outputs: { out_FP32: ['FP32'] },
  },
  'NaN and infinities': {
    request: { inputs: [tensor('FP32', FP32), tensor('INT32', [-3], 'behavior')] },
    outputs: { out_FP32: ['FP32', 1, NaN, -Infinity] },
  },
  'the first request of a sequence': {
    model: 'sequences',
    request: { inputs: [tensor('FP32', FP32)], parameters: { sequence_id: 7, sequence_start: true } },
    outputs: { out_FP32: ['FP32', ...FP32] },
  },
  'an ensemble with one output': ensemble(1),
  'an ensemble with two outputs': ensemble(2),
  'an ensemble with five outputs': ensemble(5),
  'an ensemble with two outputs in the binary format': ensemble(2, BINARY),
  'an ensemble with two outputs in a sequence': ensemble(2, {
    parameters: { sequence_id: 'a', sequence_start: true, sequence_end: true },
  }),
  'an error of the server': { request: { inputs: [tensor('FP32', FP32, 'unknown')] } },
  'an error of the model': { request: { inputs: [tensor('FP32', FP32), tensor('INT32', [-2], 'behavior')] } },
};

/** A request of the generate extension, and what the client reads from its responses. */
export interface GenerateFeature {
  readonly model: string;
  readonly inferenceType: 'generate' | 'generate_stream';
  readonly request: object;
  readonly responses: readonly object[];
}

const story = (words: number, parameters: object = {}): object => ({
  prompt: 'Count',
  parameters: { words, ...parameters },
});

export const GENERATE_FEATURES: Readonly<Record<string, GenerateFeature>> = {
  'generate with an ensemble': {
    model: 'ensemble-2',
    inferenceType: 'generate',
    request: { x: FP32 },
    responses: [{ y0: FP32, y1: FP32.map((x) => x + 1) }],
  },
  generate: { model: 'story', inferenceType: 'generate', request: story(1), responses: [{ text: ' 0' }] },
  'a stream': {
    model: 'story',
    inferenceType: 'generate_stream',
    request: story(2),
    responses: [{ text: ' 0' }, { text: ' 1' }],
  },
  'a stream that ends with an error': {
    model: 'story',
    inferenceType: 'generate_stream',
    request: story(1, { break: true }),
    responses: [{ text: ' 0' }, { error: 'the cache is full' }],
  },
  'an error of generate': {
    model: 'story',
    inferenceType: 'generate',
    request: { prompt: '' },
    responses: [{ error: 'the prompt is empty' }],
  },
};
