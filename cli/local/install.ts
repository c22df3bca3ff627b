import { spawnSync } from 'child_process';
import { isInstalled, SETUP } from './wheel-engine';
import { askUser } from '../ask';
import { printNote } from '../print';

/** Whether the user was asked already, in a word. */
interface Consent {
  /** `--yes` */
  readonly yes: boolean;
  /** False with `--no-install`. */
  readonly install: boolean;
}

/**
 * Installs what the engine needs when it is not there and the user agrees. Without a terminal nobody can, so that nothing is installed.
 */
export async function offerInstallation({ yes, install }: Consent): Promise<void> {
  if (isInstalled() || !install) return;
  const { stdout: plan } = spawnSync('bash', [SETUP, '--plan'], { encoding: 'utf8' });
  printNote(`This host has no Triton server yet. To install:\n${plan.trimEnd()}`);
  if (yes || (await agrees())) spawnSync('bash', [SETUP], { stdio: ['ignore', 'inherit', 'inherit'] });
}

async function agrees(): Promise<boolean> {
  const answer = await askUser('Install it? [y/N] ');
  if (answer === undefined) printNote('Nothing is installed, since there is no terminal to ask on; --yes installs it.');
  return /^y(es)?$/i.test(answer ?? '');
}
