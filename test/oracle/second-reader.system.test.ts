import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { ModelConfig } from '../../lib/model-config';
import { publicRows } from '../model-config/corpus';
import { modelConfigs } from './generators/model-configs';
import { findInstallation } from './server/installation';

const SEED = Number(process.env.ORACLE_SEED ?? Date.now() % 2 ** 31);

/** What the official protobuf library for Python reads in each of the texts: the message, or its error. */
function officially(texts: string[]): unknown[] {
  const { python, messageClasses } = findInstallation();
  const output = execFileSync(python, [join(__dirname, 'second-reader.py'), messageClasses], {
    input: JSON.stringify(texts),
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(output.toString()) as unknown[];
}

test('everything printed is read as the same message', () => {
  console.info(`repeat with: ORACLE_SEED=${SEED}`);
  const configs = [
    ...publicRows.map((row) => ModelConfig.fromText(row.config_pbtxt)),
    ...fc.sample(modelConfigs(), { numRuns: 500, seed: SEED }).map((json) => ModelConfig.fromJson(json)),
  ];
  expect(officially(configs.map((config) => config.toText()))).toEqual(configs.map((config) => config.toJson()));
});

test('everything published is read as the same message', () => {
  const texts = publicRows.map((row) => row.config_pbtxt);
  expect(officially(texts)).toEqual(texts.map((text) => ModelConfig.fromText(text).toJson()));
});

test('an error is told as one', () => {
  expect(officially(['nonsense: 1'])).toEqual([expect.stringContaining('no field named "nonsense"')]);
});
