import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { ModelConfig } from '../../lib/model-config';
import { publicRows } from '../model-config/corpus';
import { modelConfigs } from './generators/model-configs';
import { findInstallation } from './server/installation';

/** Parses each text with the official protobuf library for Python. Returns the message or the error. */
function parseInPython(texts: string[]): unknown[] {
  const { python, messageClasses } = findInstallation();
  const output = execFileSync(python, [join(__dirname, 'second-reader.py'), messageClasses], {
    input: JSON.stringify(texts),
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(output.toString()) as unknown[];
}

test('the official protobuf library reads printed configurations as the same messages', () => {
  const configs = [
    ...publicRows.map((row) => ModelConfig.fromText(row.config_pbtxt)),
    ...fc.sample(modelConfigs(), 500).map((json) => ModelConfig.fromJson(json)),
  ];
  expect(parseInPython(configs.map((config) => config.toText()))).toEqual(configs.map((config) => config.toJson()));
});

test('the official protobuf library reads public configurations as the same messages', () => {
  const texts = publicRows.map((row) => row.config_pbtxt);
  expect(parseInPython(texts)).toEqual(texts.map((text) => ModelConfig.fromText(text).toJson()));
});

test('the official protobuf library rejects invalid text', () => {
  expect(parseInPython(['nonsense: 1'])).toEqual([expect.stringContaining('no field named "nonsense"')]);
});
