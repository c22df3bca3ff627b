import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';

/** Other libraries of constructs, with the versions that are compared; newer ones of theirs may want another aws-cdk-lib. */
const PACKAGES: Record<string, string> = {
  alpha: '@aws-cdk/aws-sagemaker-alpha@2.159.1-alpha.0',
  'generative-ai': '@cdklabs/generative-ai-cdk-constructs@0.1.318',
};

/** Installs them beside the aws-cdk-lib that everything else is measured with. Empty where there is no registry. */
export function installPeers(folder: string): string[] {
  const { version } = JSON.parse(
    fs.readFileSync(require.resolve('aws-cdk-lib/package.json', { paths: [__dirname] }), 'utf8'),
  );
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  const packages = [...Object.values(PACKAGES), `aws-cdk-lib@${version}`, 'constructs'];
  const { status, stderr } = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status === 0) return Object.keys(PACKAGES);
  console.error(`other libraries are left out: ${stderr.trim().split('\n').at(-1)}`);
  return [];
}

export function peerName(kind: string): string {
  return PACKAGES[kind].replace(/(?<=.)@.*/, '');
}
