import { execFileSync } from 'node:child_process';
import * as path from 'node:path';
import { cacheFolder } from '../../../lib/files/cache-folder';

// scripts/gpu-check implements its own networks, so that a host without internet access requires only PyTorch. These networks are equivalent to the
// networks of transformers and torchvision, which the examples export.

const ROOT = path.join(__dirname, '../../..');

test('BERT, ResNet-50 and T5 have the same outputs as transformers and torchvision with the same weights', () => {
  execFileSync('bash', [path.join(ROOT, 'scripts/libraries/setup.sh')], { stdio: 'inherit' });
  const python = path.join(cacheFolder('libraries-venv'), 'bin/python');
  const output = execFileSync(python, ['-B', path.join(__dirname, 'compare_networks.py')], {
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: path.join(ROOT, 'scripts/gpu-check') },
  });
  const differences = JSON.parse(output) as { [network: string]: number };
  expect(Object.keys(differences)).toEqual(['bert', 'resnet', 't5']);
  for (const difference of Object.values(differences)) expect(difference).toBeLessThan(1e-5);
});
