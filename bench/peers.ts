import { spawnSync } from 'child_process';
import * as fs from 'fs';
import * as path from 'path';

/** Other construct libraries for the comparison. Their versions are fixed, because newer versions can require a different aws-cdk-lib. */
const PACKAGES: Record<string, string> = {
  alpha: '@aws-cdk/aws-sagemaker-alpha@2.159.1-alpha.0',
  'generative-ai': '@cdklabs/generative-ai-cdk-constructs@0.1.318',
};

/** Installs the libraries with the same aws-cdk-lib as the other measurements. Returns an empty list without access to a registry. */
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
