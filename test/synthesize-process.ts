/** The process that synthesize-apps.ts starts. Arguments: `<folder> <app>…`. */
import * as path from 'node:path';

async function main([folder, ...apps]: string[]): Promise<void> {
  const errors: Record<string, string> = {};
  for (const app of apps) {
    process.env.CDK_OUTDIR = path.join(folder, app);
    await import(path.resolve(app)).catch((error: unknown) => (errors[app] = String(error)));
  }
  // Exits immediately, because CDK would otherwise synthesize failed apps again when the process ends.
  process.stdout.write(JSON.stringify(errors), () => process.exit());
}

void main(process.argv.slice(2));
