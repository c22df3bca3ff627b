import * as fs from 'node:fs';
import * as path from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { InstanceType, TritonImage, TritonMultiModelEndpoint, TritonRealtimeEndpoint } from '../../lib';
import { classifier } from './fixtures';

// Advice must not lead into the next error: what a message names as allowed is followed here.

const LIBRARY = path.join(__dirname, '..', '..', 'lib');

/** What the messages of the library name after "such as", each with the file. */
function named(pattern: RegExp): [value: string, file: string][] {
  const files = fs.readdirSync(LIBRARY, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) => {
    const code = fs.readFileSync(path.join(LIBRARY, file), 'utf8').replace(/^\s*(\*|\/\*\*|\/\/).*$/gm, '');
    const phrases = [...code.matchAll(/such as [^;`(]+/g)].map(([phrase]) => phrase);
    return phrases.flatMap((phrase) => phrase.match(pattern) ?? []).map((value): [string, string] => [value, file]);
  });
}

const types = named(/\bml\.[a-z][a-z0-9-]*\.[0-9a-z]+/g);
const releases = named(/\b2\d\.\d\d\b/g);

test('messages name instance types and releases', () => {
  expect(types.length).toBeGreaterThan(4);
  expect(releases.length).toBeGreaterThan(0);
});

test.each(types)('%s can be used as the message in %s says', (type, file) => {
  const instanceType = InstanceType.of(type);
  const stack = new Stack(new App(), 'Stack');
  const isMultiModel = file.startsWith(path.join('endpoint', 'multi-model'));
  expect(() =>
    isMultiModel
      ? new TritonMultiModelEndpoint(stack, 'Endpoint', { models: [classifier()], instanceType })
      : new TritonRealtimeEndpoint(stack, 'Endpoint', { model: classifier(), instanceType }),
  ).not.toThrow();
});

test.each(releases)('release %s can be used as the message in %s says', (release) => {
  const props = { model: classifier(), image: TritonImage.forRelease(release) };
  expect(() => new TritonRealtimeEndpoint(new Stack(new App(), 'Stack'), 'Endpoint', props)).not.toThrow();
});
