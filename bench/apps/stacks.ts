import { App, Stack } from 'aws-cdk-lib';
import { Construct } from 'constructs';

export const ENDPOINTS_PER_STACK = 10;

/** Synthesizes `count` endpoints, ten a stack, and tells what the process took. */
export function synthesize(make: (scope: Construct, id: string, index: number) => void): void {
  const [count, outdir] = process.argv.slice(2);
  const app = new App({ outdir, analyticsReporting: false });
  let stack: Stack | undefined;
  for (let index = 0; index < Number(count); index++) {
    if (index % ENDPOINTS_PER_STACK === 0) stack = new Stack(app, `Stack${index / ENDPOINTS_PER_STACK}`);
    if (stack) make(stack, `Endpoint${index}`, index);
  }
  app.synth();
  tellUsage();
}

/** What this process took so far, on standard output. */
export function tellUsage(): void {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.stdout.write(JSON.stringify({ cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 }));
}
