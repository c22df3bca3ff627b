/**
 * Takes the screenshot of the dashboard page for the README, from an assembly that `npm run local` served:
 *
 *   npm run local && npx tsx scripts/dashboard-picture.ts cdk.out
 */
import { execFileSync } from 'child_process';
import * as path from 'path';
import { openBrowser } from '../test/monitoring/fixtures/browser';

const ROOT = path.join(__dirname, '..');

async function main(): Promise<void> {
  const assembly = path.resolve(process.argv[2] ?? 'cdk.out');
  const page = path.join(assembly, 'dashboard.html');
  execFileSync(process.execPath, [path.join(ROOT, 'assets', 'cli', 'index.js'), 'dashboard', assembly, '--html', page]);
  const browser = await openBrowser();
  try {
    const tab = await browser.newPage({ viewport: { width: 1280, height: 1130 } });
    await tab.goto(`file://${page}`);
    await tab.screenshot({ path: path.join(ROOT, 'docs', 'images', 'dashboard.png') });
  } finally {
    await browser.close();
  }
}

void main();
