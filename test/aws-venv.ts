import * as fs from 'node:fs';
import * as path from 'node:path';
import { cacheFolder } from '../lib/files/cache-folder';

/** Returns the path of a program that scripts/deploy/setup.sh installs: moto's server, cfn-lint, or Python with botocore. */
export function awsProgram(name: string): string {
  const program = path.join(cacheFolder('aws-venv'), 'bin', name);
  if (!fs.existsSync(program)) throw new Error(`${program} is missing; run: npm run setup`);
  return program;
}
