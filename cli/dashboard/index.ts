import { Command } from 'commander';
import type { DashboardOptions } from './run-dashboard';

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
    .action(async (assembly: string, options: DashboardOptions) => {
      const { runDashboard } = await import('./run-dashboard.js');
      runDashboard(assembly, options);
    });
}
