/** Writes the permissions of the roles in the templates of all examples and of the other constructs to SECURITY.md. */
import * as fs from 'fs';
import * as path from 'path';
import { exampleTemplates } from '../test/account/iam/example-templates';
import { securityPage } from './security/page';

const PAGE = path.join(__dirname, '..', 'SECURITY.md');

async function main(): Promise<void> {
  fs.writeFileSync(PAGE, await securityPage(fs.readFileSync(PAGE, 'utf8'), await exampleTemplates()));
}

void main();
