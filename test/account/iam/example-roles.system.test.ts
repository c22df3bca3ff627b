/** Checks the roles of the example app against the authorization reference and SECURITY.md. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { securityPage } from '../../../scripts/security/page';
import { exampleTemplates, type StackTemplate } from './example-templates';
import { policyFindings } from './policy-findings';

let templates: [stack: string, StackTemplate][];
beforeAll(async () => {
  templates = await exampleTemplates();
});

test('no statement has an inapplicable condition key, or allows more resources than the reference requires', async () => {
  const findings = await Promise.all(templates.map(([stack, template]) => policyFindings(stack, template)));
  expect(findings.flat()).toEqual([]);
});

test('SECURITY.md lists every permission of the templates (to update: npx tsx scripts/security-page.ts)', async () => {
  const page = fs.readFileSync(path.join(__dirname, '..', '..', '..', 'SECURITY.md'), 'utf8');
  expect(await securityPage(page, templates)).toBe(page);
});
