import * as fs from 'fs';
import * as path from 'path';
import { assetPath } from '../../lib/files/assets';
import { readMeasurements } from '../assembly/measurements';
import { print } from '../output/print';
import { writeText } from '../output/write-text';
import { readDashboards } from './read-dashboards';
import { renderPage } from './render-page';

/** Path of the JavaScript bundle that is embedded in the page. */
const SCRIPT = assetPath('cli', 'dashboard-page.js');

export interface DashboardOptions {
  readonly html?: string | true;
}

export function runDashboard(assembly: string, { html }: DashboardOptions): void {
  const file = typeof html === 'string' ? html : path.join(assembly, 'dashboard.html');
  const data = { dashboards: readDashboards(assembly), measurements: readMeasurements(assembly) };
  writeText(file, renderPage(data, fs.readFileSync(SCRIPT, 'utf8')));
  print(file);
}
