import { App, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';

export const ENDPOINTS_PER_STACK = 10;

/**
 * Synthesizes endpoints, ten in each stack, and prints the CPU time and memory of the process. The first argument of the process is the
 * number of endpoints.
 */
export function synthesize(createEndpoint: (scope: Construct, id: string, index: number) => void): void {
  const [count, outdir] = process.argv.slice(2);
  const app = new App({ outdir, analyticsReporting: false });
  let stack: Stack | undefined;
  for (let index = 0; index < Number(count); index++) {
    if (index % ENDPOINTS_PER_STACK === 0) stack = new Stack(app, `Stack${index / ENDPOINTS_PER_STACK}`);
    if (stack) createEndpoint(stack, `Endpoint${index}`, index);
  }
  app.synth();
  printUsage();
}

/** Prints the CPU time and memory that this process has used. */
export function printUsage(): void {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.stdout.write(JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 }));
}
