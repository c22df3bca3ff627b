import * as path from 'path';
import { ModelExample } from '../../lib/model';
import { folderWith } from './folders';

const request = { inputs: [{ name: 'x', datatype: 'FP32', shape: [1], data: [1] }] };
const response = { outputs: [{ name: 'y', datatype: 'FP32', shape: [1], data: [2] }] };

test('an example comes from values, with default tolerances', () => {
  expect(ModelExample.of({ request, response })).toMatchObject({
    request,
    response,
    absoluteTolerance: 1e-3,
    relativeTolerance: 0,
  });
});

test('an example comes from a JSON file', () => {
  const file = path.join(folderWith({ 'example.json': JSON.stringify({ request, response }) }), 'example.json');
  expect(ModelExample.fromFile(file, { relativeTolerance: 0.1 })).toMatchObject({
    request,
    response,
    relativeTolerance: 0.1,
  });
});

test.each([['not JSON'], ['{}'], ['null']])('a file with %j is refused with its name', (content) => {
  const file = path.join(folderWith({ 'example.json': content }), 'example.json');
  expect(() => ModelExample.fromFile(file)).toThrow(
    /example.json: .*; allowed: a JSON file with "request" .*\(example.file\)/,
  );
});
