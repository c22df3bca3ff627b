import { requestsFor } from '../../../lambda/smoke-test/requests';
import { Message } from '../../../lib/client/protocol/message';
import { Example, ModelSpec } from '../../../lib/contracts/smoke-test-properties';

const image = (...dims: number[]) => ({ name: 'image', dataType: 'FP32', dims: dims.map(String) });
const boxes = (...dims: number[]) => ({ name: 'boxes', dataType: 'FP32', dims: dims.map(String) });
const detector: ModelSpec = { name: 'm', maxBatchSize: 0, inputs: [image(4)], outputs: [boxes(84, 8400)] };

const contentTypesOf = (model: Partial<ModelSpec>, examples?: Example[], maxBytes?: number): string[] =>
  requestsFor({ ...detector, ...model }, examples, maxBytes).map(({ contentType }) => contentType.split(';')[0]);

const JSON_TYPE = ['application/json'];
const BINARY_TYPE = ['application/vnd.sagemaker-triton.binary+json'];

describe('a response with strings', () => {
  const text = { name: 'text', dataType: 'BYTES', dims: ['1'] };
  const inputs = [{ name: 'image', datatype: 'FP32', shape: [4], data: [1, 2, 3, 4] }];
  const example = { request: { inputs }, absoluteTolerance: 0, relativeTolerance: 0 };

  test('is requested in the binary format, because strings may not be UTF-8', () => {
    expect(contentTypesOf({ outputs: [text] })).toEqual(BINARY_TYPE);
    expect(contentTypesOf({ outputs: [text] }, [example])).toEqual(BINARY_TYPE);
  });

  test('is requested in JSON if the example contains the strings', () => {
    const outputs = [{ name: 'text', datatype: 'BYTES', shape: [1], data: ['cat'] }];
    expect(contentTypesOf({ outputs: [text] }, [{ ...example, response: { outputs } }])).toEqual(JSON_TYPE);
  });
});

describe('a response that may be larger in JSON than the limit of InvokeEndpoint', () => {
  test('is requested in the binary format', () => {
    // The output of YOLOv8s: 705,600 floats of up to 25 characters.
    expect(contentTypesOf({})).toEqual(BINARY_TYPE);
    expect(contentTypesOf({ outputs: [boxes(84, 80)] })).toEqual(JSON_TYPE);
  });

  test('is requested in the binary format if an output has a variable dimension', () => {
    expect(contentTypesOf({ outputs: [boxes(-1, 6)] })).toEqual(BINARY_TYPE);
  });

  test('is requested in JSON if the outputs that the example requests are below the limit', () => {
    const data = [1, 2, 3, 4];
    const inputs = [{ name: 'image', datatype: 'FP32', shape: [4], data }];
    const example = { absoluteTolerance: 0, relativeTolerance: 0 };
    const outputs = [boxes(84, 8400), { name: 'count', dataType: 'INT32', dims: ['1'] }];
    expect(contentTypesOf({ outputs }, [{ ...example, request: { inputs } }])).toEqual(BINARY_TYPE);
    expect(contentTypesOf({ outputs }, [{ ...example, request: { inputs, outputs: [{ name: 'count' }] } }])).toEqual(
      JSON_TYPE,
    );
  });

  test('is in JSON with the generate extension, and if SageMaker writes it to S3', () => {
    expect(contentTypesOf({ inferenceType: 'generate' })).toEqual(JSON_TYPE);
    expect(contentTypesOf({}, [], Infinity)).toEqual(JSON_TYPE);
  });
});

test('a request that may be too large in JSON is sent in the binary format', () => {
  expect(contentTypesOf({ inputs: [image(3, 640, 640)], outputs: [boxes(1)] })).toEqual(BINARY_TYPE);
});

describe('a model with sequence batching', () => {
  const model: ModelSpec = { ...detector, outputs: [], sequence: true };
  const example = (parameters?: object, nextSteps?: Example[]): Example => ({
    request: { inputs: [{ name: 'image', datatype: 'FP32', shape: [4], data: [1, 2, 3, 4] }], parameters },
    absoluteTolerance: 0,
    relativeTolerance: 0,
    nextSteps,
  });
  const parametersOf = (requests: Message[]): unknown[] =>
    requests.map(({ body }) => JSON.parse(Buffer.from(body).toString()).parameters);
  const single = { sequence_id: 1, sequence_start: true, sequence_end: true };

  test('receives each example as a sequence of one request, unless the example has parameters of its sequence', () => {
    const own = { sequence_id: 7, sequence_start: true };
    const examples = [example(), example({ priority: 2 }), example(own)];
    expect(parametersOf(requestsFor(model, examples))).toEqual([single, { priority: 2, ...single }, own]);
    expect(parametersOf(requestsFor({ ...model, sequence: undefined }, [example()]))).toEqual([undefined]);
  });

  test('receives the steps of an example in one sequence, whose ID other callers are unlikely to use', () => {
    // An ensemble has no sequence batching itself.
    for (const sequence of [true, undefined]) {
      const [request] = requestsFor({ ...model, sequence }, [example(undefined, [example(), example()])]);
      expect(parametersOf([request])).toEqual([single]);
      expect(parametersOf(request.steps ?? [])).toEqual([
        { sequence_id: 2147483647, sequence_start: true, sequence_end: false },
        { sequence_id: 2147483647, sequence_start: false, sequence_end: false },
        { sequence_id: 2147483647, sequence_start: false, sequence_end: true },
      ]);
      expect(request.steps?.map(({ title }) => title)).toContain('example 1, step 2 of 3');
    }
  });
});
