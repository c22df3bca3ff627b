import * as fs from 'fs';
import * as path from 'path';
import { Command } from 'commander';
import { assetPath } from '../../lib/assets';
import { readMeasurements } from '../measurements';
import { readDashboards } from './read-dashboards';
import { renderPage } from './render-page';
import { writeText } from '../write-text';
import { print } from '../print';

/** The page's program. */
const SCRIPT = assetPath('cli', 'dashboard-page.js');

/** `cdk-sagemaker-triton dashboard <cdk.out>` */
export function dashboardCommand(): Command {
  return new Command('dashboard')
    .summary('draw the dashboards of a synthesized stack as a web page')
    .description(
      'Draws the CloudWatch dashboards of a synthesized assembly as one web page that needs no network, to preview them before a deployment. The ' +
        'page shows the latencies that the last local or load run measured; everything else is a labeled placeholder.',
    )
    .argument('<assembly>', "folder that 'cdk synth' wrote, usually cdk.out")
    .option('--html [file]', 'the page to write (default: dashboard.html in the assembly)')
    .action((assembly: string, { html }: { html?: string | true }) => {
      const file = typeof html === 'string' ? html : path.join(assembly, 'dashboard.html');
      const data = { dashboards: readDashboards(assembly), measurements: readMeasurements(assembly) };
      writeText(file, renderPage(data, fs.readFileSync(SCRIPT, 'utf8')));
      print(file);
    });
}
