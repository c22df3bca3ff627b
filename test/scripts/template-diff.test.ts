import { stackChanges } from '../../scripts/template-diff/stack-changes';
import { Resource, Template } from '../../scripts/template-diff/template';

const OLD_HASH = 'a'.repeat(64);
const NEW_HASH = 'b'.repeat(64);

const worker = (properties: Record<string, unknown> = {}): Resource => ({
  Type: 'AWS::Lambda::Function',
  Properties: { Code: { S3Key: `${OLD_HASH}.zip` }, MemorySize: 512, ...properties },
  Metadata: { 'aws:cdk:path': 'Stack/Worker/Resource' },
});
const template = (Resources: Record<string, Resource>): Template => ({ Resources });

test('the diff reports a new stack and a removed stack', () => {
  expect(stackChanges('Shop', undefined, template({ Worker: worker() }))).toBe('Shop: new stack, resources: 1');
  expect(stackChanges('Shop', template({ Worker: worker() }), undefined)).toBe(
    'Shop: no such stack any more, had resources: 1',
  );
});

test('the diff reports changed properties with the effect on the resource', () => {
  const after = worker({ MemorySize: 1024, FunctionName: 'worker' });
  const changes = stackChanges('Shop', template({ Worker: worker() }), template({ Worker: after }));
  expect(changes).toMatch(/^Shop:\n/);
  expect(changes).toMatch(/AWS::Lambda::Function Worker replace/);
  expect(changes).toMatch(/MemorySize\n.*512\n.*1024/);
});

test.each([
  ['the order of the resources', template({ A: worker(), B: worker() }), template({ B: worker(), A: worker() })],
  [
    'the time of synthesis',
    template({ Check: worker({ salt: '1763750837000' }) }),
    template({ Check: worker({ salt: '1763750838000' }) }),
  ],
])('the diff ignores %s', (_, before, after) => {
  expect(stackChanges('Shop', before, after)).toBe('Shop: no difference');
});

test('the diff does not list hashes, but reports that they changed', () => {
  const newCode = { Code: { S3Key: `${NEW_HASH}.zip` } };
  const changes = (after: Resource): string =>
    stackChanges('Shop', template({ Worker: worker() }), template({ Worker: after }));
  expect(changes(worker(newCode))).toBe('Shop: only hashes changed');
  expect(changes(worker({ ...newCode, MemorySize: 1024 }))).not.toMatch(/Code|S3Key/);
});
