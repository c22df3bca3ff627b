import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/** A program of the environment that scripts/deploy/setup.sh installs: moto's server, cfn-lint, Python. */
export function awsProgram(name: string): string {
  const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'cdk-sagemaker-triton');
  const program = path.join(cache, 'aws-venv', 'bin', name);
  if (!fs.existsSync(program)) throw new Error(`${program} is missing; run: npm run setup`);
  return program;
}
