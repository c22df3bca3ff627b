/** `synthesize-process.ts <folder> <app>…`: see synthesize-apps.ts. */
import * as path from 'node:path';

async function main([folder, ...apps]: string[]): Promise<void> {
  const thrown: Record<string, string> = {};
  for (const app of apps) {
    process.env.CDK_OUTDIR = path.join(folder, app);
    await import(path.resolve(app)).catch((error: unknown) => (thrown[app] = String(error)));
  }
  // Ends before CDK synthesizes once more what failed.
  process.stdout.write(JSON.stringify(thrown), () => process.exit());
}

void main(process.argv.slice(2));
