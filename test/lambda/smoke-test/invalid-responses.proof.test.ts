import * as fc from 'fast-check';
import { checkModelResponse } from '../../../lambda/smoke-test/smoke-test';
import { Example } from '../../../lib/contracts/smoke-test-properties';
import { TritonResponse } from '../../../lib/client';
import { changedResponse } from './invalid-responses/changes';
import { toBinary } from './invalid-responses/data-types';
import {
  Body,
  DeclaredModel,
  ExpectedResponse,
  checkStrictly,
  StrictResult,
  Output,
} from './invalid-responses/strict-protocol';
import { correctResponse, serializeDraft } from './invalid-responses/responses';
import { runs } from '../../setup/proof';

const RUNS = runs(1500, 200);

/** Returns the smoke test's result for a response. Throws if the smoke test throws a JavaScript error, such as a TypeError. */
function smokeTestResult(
  { name, outputs }: DeclaredModel,
  message: Body,
  example?: Example,
  inferenceType?: 'generate',
): StrictResult {
  const specs = outputs.map(({ dims, ...output }) => ({ ...output, dims: dims.map(String) }));
  const model = { name, maxBatchSize: 8, inputs: [], outputs: specs, inferenceType };
  try {
    const request = { model, title: 'zeros', inputs: [], contentType: '', body: Buffer.of(), example };
    const { problem, untested } = checkModelResponse(request, message);
    if (problem !== undefined) return 'incorrect';
    return untested === undefined ? 'correct' : 'not tested';
  } catch (error) {
    if (!['Error', 'GenerateError'].includes((error as Error).constructor.name)) throw error;
    return 'incorrect';
  }
}

function exampleOf({ outputs, tolerance, isRounded }: ExpectedResponse): Example {
  return {
    request: { inputs: [] },
    response: {
      outputs: outputs.map(({ name, type, shape, elements }) => ({
        name,
        datatype: type,
        shape: [...shape],
        ...(isRounded ? { data: elements.map(toJsonValue) } : { base64: toBinary(type, elements).toString('base64') }),
      })),
    },
    absoluteTolerance: tolerance,
    relativeTolerance: 0,
  };
}

function toJsonValue(element: Output['elements'][number]): unknown {
  if (typeof element === 'string') return Buffer.from(element, 'hex').toString();
  return typeof element === 'bigint' ? Number(element) : element;
}

/** Whether the elements of an output can be written in JSON. Strings that are not UTF-8 cannot. */
const canBeJson = ({ elements }: Output): boolean =>
  elements.map(toJsonValue).every((text) => typeof text !== 'string' || !text.includes('\ufffd'));

/** The number of responses by result. A test checks that enough generated responses have each result. */
const counts: Record<string, number> = {};
const countResult = (result: StrictResult): StrictResult => {
  counts[result] = (counts[result] ?? 0) + 1;
  return result;
};

test('a correct response passes, in each format of the protocol', () => {
  fc.assert(
    fc.property(correctResponse, ({ model, draft }) => {
      const strictResult = checkStrictly(model, serializeDraft(draft));
      expect(strictResult).not.toBe('incorrect');
      expect(smokeTestResult(model, serializeDraft(draft))).toBe(strictResult);
    }),
    { numRuns: RUNS },
  );
});

test('incorrect responses fail, and correct responses pass', () => {
  fc.assert(
    fc.property(correctResponse, changedResponse, ({ model, draft }, change) => {
      const message = change(draft);
      expect(smokeTestResult(model, message)).toBe(countResult(checkStrictly(model, message)));
    }),
    { numRuns: 2 * RUNS },
  );
  expect(counts.incorrect).toBeGreaterThan(RUNS / 4);
  expect(counts.correct).toBeGreaterThan(RUNS / 20);
});

test('a response matches an example if and only if it has the expected values', () => {
  fc.assert(
    fc.property(
      correctResponse,
      changedResponse,
      fc.constantFrom(0, 0.5, 2),
      fc.boolean(),
      ({ model, outputs, draft }, change, tolerance, isJson) => {
        const message = change(draft);
        const expected = { outputs, tolerance, isRounded: isJson && outputs.every(canBeJson) };
        expect(smokeTestResult(model, serializeDraft(draft), exampleOf(expected))).toBe(
          checkStrictly(model, serializeDraft(draft), expected),
        );
        expect(smokeTestResult(model, message, exampleOf(expected))).toBe(checkStrictly(model, message, expected));
      },
    ),
    { numRuns: RUNS },
  );
});

test('responses of the generate extension cause no JavaScript error, neither as one response nor as a stream', () => {
  fc.assert(
    fc.property(
      correctResponse,
      changedResponse,
      fc.constantFrom('', '\n\n', '\r\n\r\n'),
      ({ model, draft }, change, end) => {
        const { body } = change(draft);
        const stream = Buffer.concat([Buffer.from('data: '), body, Buffer.from(end)]);
        for (const message of [
          { contentType: 'application/json', body },
          { contentType: 'text/event-stream', body: stream },
        ])
          smokeTestResult(model, message, undefined, 'generate');
      },
    ),
    { numRuns: RUNS },
  );
});

test('the client returns the outputs of a response, or throws an error of this library', () => {
  fc.assert(
    fc.property(correctResponse, changedResponse, ({ model, draft }, change) => {
      const outputs = model.outputs.map(({ name, dataType, dims }) => ({
        name,
        datatype: dataType as 'FP32',
        shape: dims,
      }));
      const { contentType: ContentType, body: Body } = change(draft);
      try {
        new TritonResponse({ name: model.name, inputs: [], outputs }, { ContentType, Body });
      } catch (error) {
        if ((error as Error).constructor !== Error) throw error;
      }
    }),
    { numRuns: RUNS },
  );
});
