import { describesFleets, newFleets } from '../../scripts/upgrade-check/notice';
import { EndpointFate } from '../../cli/consequences/endpoint-consequences';

const fate = (
  change: EndpointFate['change'],
  newFleet: EndpointFate['newFleet'],
  ...reasons: string[]
): EndpointFate => ({
  endpoint: 'vision',
  change,
  newFleet,
  reasons,
});

test('endpoints that would get other instances are named with the reasons', () => {
  const stacks = [
    { stack: 'Quiet', endpoints: [fate('updated', 'no')], consequences: [] },
    { stack: 'Image', endpoints: [fate('updated', 'yes', 'image changes from 1 to 2')], consequences: [] },
    { stack: 'Alarms', endpoints: [fate('updated', 'possible', 'the rollback alarms change')], consequences: [] },
    { stack: 'Gone', endpoints: [fate('deleted', 'no')], consequences: [] },
  ];
  expect(newFleets(stacks)).toEqual([
    'Image: image changes from 1 to 2',
    'Alarms: the rollback alarms change',
    'Gone: deleted',
  ]);
});

const changelog = (unreleased: string): string =>
  `# Changelog\n\n## Unreleased\n\n### Added\n\n- More.\n\n${unreleased}\n## 0.1.0\n\n### Starts a new fleet\n\n- Of old.\n`;

test('a line under the heading of the unreleased version says so', () => {
  expect(describesFleets(changelog('### Starts a new fleet\n\n- The default release of the image.\n'))).toBe(true);
});

test.each([
  ['no heading', ''],
  ['a heading without a line', '### Starts a new fleet\n\n### Fixed\n\n- Another thing.\n'],
])('%s does not', (_, unreleased) => {
  expect(describesFleets(changelog(unreleased))).toBe(false);
});
