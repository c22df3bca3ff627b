import * as fc from 'fast-check';
import { judgeAnswer } from '../../../lambda/smoke-test/smoke-test';
import { Example } from '../../../lambda/smoke-test/test-plan';
import { TritonResponse } from '../../../lib/client';
import { toTail } from './lying-endpoint/data-types';
import { lie } from './lying-endpoint/lies';
import { Body, DeclaredModel, ExpectedResponse, judge, Judgement, Output } from './lying-endpoint/protocol';
import { right, write } from './lying-endpoint/responses';

const RUNS = Number(process.env.RUNS ?? 3_000);

/** What the smoke test says. An error is one of its own: never one that JavaScript throws. */
function smokeTest({ name, outputs }: DeclaredModel, message: Body, example?: Example): Judgement {
  const specs = outputs.map(({ dims, ...output }) => ({ ...output, dims: dims.map(String) }));
  const model = { name, maxBatchSize: 8, inputs: [], outputs: specs };
  try {
    const request = { model, title: 'zeros', inputs: [], contentType: '', body: Buffer.of(), example };
    const { problem, isTested = true } = judgeAnswer(request, message);
    if (problem !== undefined) return 'wrong';
    return isTested ? 'right' : 'not tested';
  } catch (error) {
    if ((error as Error).constructor !== Error) throw error;
    return 'wrong';
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
        ...(isRounded ? { data: elements.map(inJson) } : { base64: toTail(type, elements).toString('base64') }),
      })),
    },
    absoluteTolerance: tolerance,
    relativeTolerance: 0,
  };
}

function inJson(element: Output['elements'][number]): unknown {
  if (typeof element === 'string') return Buffer.from(element, 'hex').toString();
  return typeof element === 'bigint' ? Number(element) : element;
}

/** Bytes that are no text have no form in JSON. */
const isText = ({ elements }: Output): boolean =>
  elements.map(inJson).every((text) => typeof text !== 'string' || !text.includes('\ufffd'));

/** How many of the drawn responses are what, so that neither half of the claim is about nothing. */
const counts: Record<string, number> = {};
const counted = (judgement: Judgement): Judgement => {
  counts[judgement] = (counts[judgement] ?? 0) + 1;
  return judgement;
};

test('a right response passes, in every form that the protocol has', () => {
  fc.assert(
    fc.property(right, ({ model, draft }) => {
      const judged = judge(model, write(draft));
      expect(judged).not.toBe('wrong');
      expect(smokeTest(model, write(draft))).toBe(judged);
    }),
    { numRuns: RUNS },
  );
});

test('a wrong response fails, and no right one does', () => {
  fc.assert(
    fc.property(right, lie, ({ model, draft }, tell) => {
      const message = tell(draft);
      expect(smokeTest(model, message)).toBe(counted(judge(model, message)));
    }),
    { numRuns: 2 * RUNS },
  );
  expect(counts.wrong).toBeGreaterThan(RUNS / 4);
  expect(counts.right).toBeGreaterThan(RUNS / 20);
});

test('a response passes an example exactly when its values are the expected ones', () => {
  fc.assert(
    fc.property(
      right,
      lie,
      fc.constantFrom(0, 0.5, 2),
      fc.boolean(),
      ({ model, outputs, draft }, tell, tolerance, isJson) => {
        const message = tell(draft);
        const expected = { outputs, tolerance, isRounded: isJson && outputs.every(isText) };
        expect(smokeTest(model, write(draft), exampleOf(expected))).toBe(judge(model, write(draft), expected));
        expect(smokeTest(model, message, exampleOf(expected))).toBe(judge(model, message, expected));
      },
    ),
    { numRuns: RUNS },
  );
});

test('values of the generate extension are right or wrong, in one response and in a stream, and never an error of JavaScript', () => {
  fc.assert(
    fc.property(right, lie, fc.constantFrom('', '\n\n', '\r\n\r\n'), ({ model, draft }, tell, end) => {
      const { body } = tell(draft);
      const outputs = model.outputs.map(({ dims, ...output }) => ({ ...output, dims: dims.map(String) }));
      const stream = Buffer.concat([Buffer.from('data: '), body, Buffer.from(end)]);
      for (const message of [
        { contentType: 'application/json', body },
        { contentType: 'text/event-stream', body: stream },
      ]) {
        const generating = { ...model, maxBatchSize: 8, inputs: [], outputs, inferenceType: 'generate' as const };
        const request = { ...message, model: generating, title: 'zeros', inputs: [] };
        try {
          judgeAnswer(request, message);
        } catch (error) {
          if (!['Error', 'GenerateError'].includes((error as Error).constructor.name)) throw error;
        }
      }
    }),
    { numRuns: RUNS },
  );
});

test('a program gets the outputs of a response, or an error of the client', () => {
  fc.assert(
    fc.property(right, lie, ({ model, draft }, tell) => {
      const outputs = model.outputs.map(({ name, dataType, dims }) => ({
        name,
        datatype: dataType as 'FP32',
        shape: dims,
      }));
      const { contentType: ContentType, body: Body } = tell(draft);
      try {
        new TritonResponse({ name: model.name, inputs: [], outputs }, { ContentType, Body });
      } catch (error) {
        if ((error as Error).constructor !== Error) throw error;
      }
    }),
    { numRuns: RUNS },
  );
});
