import * as fs from 'fs';
import * as path from 'path';
import * as reasons from '../../lib/cdk/nag-reasons';
import { compliancePage } from '../../scripts/compliance/page';

const PAGE = fs.readFileSync(path.join(__dirname, '..', '..', 'docs', 'compliance.md'), 'utf8');

/** All strings in an object and in its nested objects. */
function textsIn(value: object): string[] {
  return Object.values(value).flatMap((each: string | object) => (typeof each === 'string' ? each : textsIn(each)));
}

test('the page matches the findings of the packs (update with: npx tsx scripts/compliance-page.ts)', () => {
  expect(compliancePage(PAGE)).toBe(PAGE);
});

test('the page contains each reason with which the library acknowledges a finding', () => {
  const sentences = textsIn(reasons).filter((text) => text.includes(' '));
  expect(sentences.filter((text) => !PAGE.includes(text))).toEqual([]);
});
