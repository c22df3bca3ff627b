import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { ModelConfig, ModelExample, TritonModel } from '../../lib';
import { CapacityPlanner } from '../../lib/capacity';
import { readLock } from '../../lib/model/folder/model-lock';
import { readRegularFile, readRegularJson } from '../../lib/files/regular-file';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'regular-file-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const pipe = path.join(folder, 'pipe');
execFileSync('mkfifo', [pipe]);

/** Creates a model folder in which one file is a symbolic link. Returns the path of the folder. */
function createModelWithLink(name: string, target: string): string {
  const model = fs.mkdtempSync(path.join(folder, 'model-'));
  fs.mkdirSync(path.join(model, '1'));
  fs.writeFileSync(path.join(model, '1', 'model.plan'), 'engine');
  fs.symlinkSync(target, path.join(model, name));
  return model;
}

test('a file is read if it does not exceed the maximum size', () => {
  const file = path.join(folder, 'file');
  fs.writeFileSync(file, 'text');
  expect(readRegularFile(file, { maximumBytes: 4, within: folder }).toString()).toBe('text');
  expect(() => readRegularFile(file, { maximumBytes: 3 })).toThrow('with 4 bytes; allowed: at most 3 bytes');
});

test.each([
  ['secret\n::error::x', 'the content is not valid JSON'],
  ['["secret" x', 'the content is not valid JSON at position 10'],
])('the message about the invalid JSON %j does not quote the content', (content, message) => {
  const file = path.join(folder, 'file.json');
  fs.writeFileSync(file, content);
  expect(() => readRegularJson(file, { maximumBytes: 100 })).toThrow(new Error(message));
});

describe.each([
  ['a pipe', pipe, 'a pipe, socket or device; allowed: a regular file'],
  ['a device', '/dev/zero', 'a pipe, socket or device; allowed: a regular file'],
  ['a folder', folder, 'got the folder'],
])('%s is rejected immediately', (_, target, message) => {
  test.each<[string, (file: string) => unknown]>([
    ['as an example', (file) => ModelExample.fromFile(file)],
    ['as a latency table', (file) => CapacityPlanner.fromLatencyTableCsv(file)],
    ['as results of Inference Recommender', (file) => CapacityPlanner.fromInferenceRecommenderJson(file)],
  ])('%s', (__, read) => {
    expect(() => read(target)).toThrow(message);
  });
});

describe.each([
  ['a pipe', pipe],
  ['a device', '/dev/zero'],
  ['a file outside the folder', '/etc/passwd'],
])('%s is not read', (_, target) => {
  const linkError = /which links to .*; allowed: a file inside .*, so copy it there/;

  test('as config.pbtxt', () => {
    expect(() => ModelConfig.fromDirectory(createModelWithLink('config.pbtxt', target))).toThrow(linkError);
  });

  test('as an example next to a model', () => {
    // The model is the folder 1.
    const parent = createModelWithLink('1.example.json', target);
    expect(() => TritonModel.fromDirectory(path.join(parent, '1'))).toThrow(linkError);
  });

  test('as triton-model.lock', () => {
    expect(() => readLock(createModelWithLink('triton-model.lock', target))).toThrow(linkError);
  });
});
