import { App, CfnResource, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Construct } from 'constructs';
import { keepLogicalIds } from '../../lib/platform/logical-ids';

/** A resource of a construct, to which others of the stack refer. */
function referredTo(): { stack: Stack; parent: Construct; resource: CfnResource; id: string } {
  const stack = new Stack(new App(), 'Stack');
  const parent = new Construct(stack, 'Parent');
  const resource = new CfnResource(parent, 'Resource', { type: 'Test::Referred::To' });
  for (const other of ['One', 'Two']) {
    new CfnResource(stack, other, { type: 'Test::Refers::To', properties: { Other: resource.ref } });
  }
  return { stack, parent, resource, id: stack.getLogicalId(resource) };
}

const idsOf = (stack: Stack): string[] => {
  const template = Template.fromStack(stack);
  const references = Object.values(template.findResources('Test::Refers::To')).map(
    ({ Properties }) => Properties.Other,
  );
  return [...Object.keys(template.findResources('Test::Referred::To')), ...references.map(({ Ref }) => Ref)];
};

test('an id is worked out once while the template is made, however many references there are', () => {
  const { stack, parent, resource, id } = referredTo();
  keepLogicalIds(parent);
  const allocate = vi.spyOn(stack, 'getLogicalId');
  expect(idsOf(stack)).toEqual([id, id, id]);
  expect(allocate.mock.calls.filter(([element]) => element === resource)).toHaveLength(1);
});

test('an id that was given before is kept', () => {
  const { stack, parent, resource } = referredTo();
  resource.overrideLogicalId('Given');
  keepLogicalIds(parent);
  expect(idsOf(stack)).toEqual(['Given', 'Given', 'Given']);
});

test('an id can be given or renamed afterwards, also when somebody has read it', () => {
  const given = referredTo();
  keepLogicalIds(given.parent);
  given.resource.overrideLogicalId('Given');
  expect(idsOf(given.stack)).toEqual(['Given', 'Given', 'Given']);

  const renamed = referredTo();
  keepLogicalIds(renamed.parent);
  expect(renamed.stack.resolve(renamed.resource.logicalId)).toBe(renamed.id);
  renamed.stack.renameLogicalId(renamed.id, 'Renamed');
  expect(idsOf(renamed.stack)).toEqual(['Renamed', 'Renamed', 'Renamed']);
});
