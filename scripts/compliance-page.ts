/** Writes the findings of the cdk-nag rule packs about the library's constructs to docs/compliance.md. */
import * as fs from 'fs';
import * as path from 'path';
import { compliancePage } from './compliance/page';

const PAGE = path.join(__dirname, '..', 'docs', 'compliance.md');

fs.writeFileSync(PAGE, compliancePage(fs.readFileSync(PAGE, 'utf8')));
