import * as fs from 'fs';
import * as path from 'path';
import { Command } from 'commander';
import { assetPath } from '../../lib/files/assets';
import { readMeasurements } from '../assembly/measurements';
import { readDashboards } from './read-dashboards';
import { renderPage } from './render-page';
import { writeText } from '../output/write-text';
import { print } from '../output/print';

/** Path of the JavaScript bundle that is embedded in the page. */
const SCRIPT = assetPath('cli', 'dashboard-page.js');

/** `cdk-sagemaker-triton dashboard <cdk.out>` */
export function dashboardCommand(): Command {
  return new Command('dashboard')
    .summary('draw the dashboards of a synthesized stack as a web page')
    .description(
      'Draws the CloudWatch dashboards of a synthesized assembly as one web page that needs no network, to preview them before a deployment. The ' +
        'page shows the latencies that the last local or load run measured, and the metrics of a local server that publishes them; everything else is a ' +
        'labeled placeholder.',
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
