import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { InstanceType, TritonImage, TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

// Messages of the library recommend instance types and releases. These tests check that each recommended value is valid.

const LIBRARY = path.join(__dirname, '..', '..', 'lib');

/** Returns the examples that match a pattern, each with the file of its message. In messages, examples follow the words "such as". */
function examplesInMessages(pattern: RegExp): [value: string, file: string][] {
  const files = fs.readdirSync(LIBRARY, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) => {
    const code = fs.readFileSync(path.join(LIBRARY, file), 'utf8').replace(/^\s*(\*|\/\*\*|\/\/).*$/gm, '');
    const phrases = [...code.matchAll(/such as [^;`(]+/g)].map(([phrase]) => phrase);
    return phrases.flatMap((phrase) => phrase.match(pattern) ?? []).map((value): [string, string] => [value, file]);
  });
}

const typeExamples = examplesInMessages(/\bml\.[a-z][a-z0-9-]*\.[0-9a-z]+/g);
const releaseExamples = examplesInMessages(/\b2\d\.\d\d\b/g);

test('the messages of the library contain examples of instance types and releases', () => {
  expect(typeExamples.length).toBeGreaterThan(4);
  expect(releaseExamples.length).toBeGreaterThan(0);
});

test.each(typeExamples)('the instance type %s, which a message in %s recommends, is valid', (type, file) => {
  const instanceType = InstanceType.of(type);
  const stack = new Stack(new App(), 'Stack');
  const isMultiModel = file.startsWith(path.join('endpoint', 'multi-model'));
  expect(() =>
    isMultiModel
      ? new TritonMultiModelEndpoint(stack, 'Endpoint', { models: [classifier()], instanceType })
      : new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), instanceType }),
  ).not.toThrow();
});

test.each(releaseExamples)('the release %s, which a message in %s recommends, is valid', (release) => {
  const props = { model: classifier(), image: TritonImage.forRelease(release) };
  expect(() => new TritonRealtimeEndpoint(new Stack(new App(), 'Stack'), 'Endpoint', props)).not.toThrow();
});
