import { describesFleets, describeNewFleets } from '../../scripts/upgrade-check/notice';
import { EndpointChange } from '../../cli/consequences/consequence';

const change = (
  change: EndpointChange['change'],
  newFleet: EndpointChange['newFleet'],
  ...reasons: string[]
): EndpointChange => ({
  endpoint: 'vision',
  change,
  newFleet,
  reasons,
});

test('the notice lists the stacks with a deleted endpoint or a new fleet, and the reasons', () => {
  const stacks = [
    { stack: 'Quiet', endpoints: [change('updated', 'no')], consequences: [] },
    { stack: 'Image', endpoints: [change('updated', 'yes', 'image changes from 1 to 2')], consequences: [] },
    { stack: 'Alarms', endpoints: [change('updated', 'possible', 'the rollback alarms change')], consequences: [] },
    { stack: 'Gone', endpoints: [change('deleted', 'no')], consequences: [] },
  ];
  expect(describeNewFleets(stacks)).toEqual([
    'Image: image changes from 1 to 2',
    'Alarms: the rollback alarms change',
    'Gone: deleted',
  ]);
});

const changelog = (unreleased: string): string =>
  `# Changelog\n\n## Unreleased\n\n### Added\n\n- More.\n\n${unreleased}\n## 0.1.0\n\n### Starts a new fleet\n\n- Of old.\n`;

test('a line below the heading in the unreleased section announces new fleets', () => {
  expect(describesFleets(changelog('### Starts a new fleet\n\n- The default release of the image.\n'))).toBe(true);
});

test.each([
  ['no heading', ''],
  ['a heading without a line', '### Starts a new fleet\n\n### Fixed\n\n- Another thing.\n'],
])('%s does not announce new fleets', (_, unreleased) => {
  expect(describesFleets(changelog(unreleased))).toBe(false);
});
