import { requestsFor } from '../../../lambda/smoke-test/requests';
import { Example, MadeRequest, ModelSpec } from '../../../lambda/smoke-test/test-plan';

const image = (...dims: number[]) => ({ name: 'image', dataType: 'FP32', dims: dims.map(String) });
const boxes = (...dims: number[]) => ({ name: 'boxes', dataType: 'FP32', dims: dims.map(String) });
const detector: ModelSpec = { name: 'm', maxBatchSize: 0, inputs: [image(4)], outputs: [boxes(84, 8400)] };

const typesOf = (model: Partial<ModelSpec>, examples?: Example[], maxBytes?: number): string[] =>
  requestsFor({ ...detector, ...model }, examples, maxBytes).map(({ contentType }) => contentType.split(';')[0]);

const JSON_FORM = ['application/json'];
const BINARY = ['application/vnd.sagemaker-triton.binary+json'];

describe('a response with strings', () => {
  const text = { name: 'text', dataType: 'BYTES', dims: ['1'] };
  const inputs = [{ name: 'image', datatype: 'FP32', shape: [4], data: [1, 2, 3, 4] }];
  const example = { request: { inputs }, absoluteTolerance: 0, relativeTolerance: 0 };

  test('is requested in the binary form, since they need not be UTF-8', () => {
    expect(typesOf({ outputs: [text] })).toEqual(BINARY);
    expect(typesOf({ outputs: [text] }, [example])).toEqual(BINARY);
    expect(typesOf({ outputs: [text], requests: [{ fill: 'zeros', binary: false }] })).toEqual(JSON_FORM);
  });

  test('is in JSON where the example says which text they are', () => {
    const outputs = [{ name: 'text', datatype: 'BYTES', shape: [1], data: ['cat'] }];
    expect(typesOf({ outputs: [text] }, [{ ...example, response: { outputs } }])).toEqual(JSON_FORM);
  });
});

describe('a response that may be larger in JSON than InvokeEndpoint returns', () => {
  test('is requested in the binary form', () => {
    // 705,600 floats of up to 25 characters: YOLOv8s.
    expect(typesOf({})).toEqual(BINARY);
    expect(typesOf({ outputs: [boxes(84, 80)] })).toEqual(JSON_FORM);
  });

  test('may be one of any size', () => {
    expect(typesOf({ outputs: [boxes(-1, 6)] })).toEqual(BINARY);
  });

  test('grows with the batch', () => {
    const batching = { maxBatchSize: 64, outputs: [boxes(84, 80)] };
    expect(typesOf(batching)).toEqual(JSON_FORM);
    expect(typesOf({ ...batching, requests: [{ fill: 'zeros', batchSize: 64 }] })).toEqual(BINARY);
  });

  test('is the one that an example requests', () => {
    const data = [1, 2, 3, 4];
    const inputs = [{ name: 'image', datatype: 'FP32', shape: [4], data }];
    const example = { absoluteTolerance: 0, relativeTolerance: 0 };
    const outputs = [boxes(84, 8400), { name: 'count', dataType: 'INT32', dims: ['1'] }];
    expect(typesOf({ outputs }, [{ ...example, request: { inputs } }])).toEqual(BINARY);
    expect(typesOf({ outputs }, [{ ...example, request: { inputs, outputs: [{ name: 'count' }] } }])).toEqual(
      JSON_FORM,
    );
  });

  test.each<[string, MadeRequest]>([
    ['JSON', { fill: 'zeros', binary: false }],
    ['the binary form', { fill: 'zeros', binary: true }],
  ])('is %s if the user asks for that', (form, request) => {
    expect(typesOf({ requests: [request] })).toEqual(form === 'JSON' ? JSON_FORM : BINARY);
  });

  test('stays JSON where only JSON exists, and where S3 takes the response', () => {
    expect(typesOf({ inferenceType: 'generate' })).toEqual(JSON_FORM);
    expect(typesOf({}, [], Infinity)).toEqual(JSON_FORM);
  });
});

test('a request that may be too large in JSON is in the binary form', () => {
  expect(typesOf({ inputs: [image(3, 640, 640)], outputs: [boxes(1)] })).toEqual(BINARY);
});
