import { spawnSync } from 'child_process';
import { installedProgram } from '../../lib/files/installed-program';
import { askUser } from '../input/ask-user';
import { printNote } from '../output/print';
import { isInstalled, SETUP_SCRIPT } from './wheel-runtime';

/**
 * Installs the Triton server if it is missing and the user agrees. Without a terminal, nothing is installed.
 *
 * @param isAgreed whether to install without asking
 */
export async function offerInstallation(isAgreed: boolean): Promise<void> {
  if (isInstalled()) return;
  const { stdout: plan } = spawnSync('bash', [SETUP_SCRIPT, '--plan'], { ...installedProgram(), encoding: 'utf8' });
  printNote(`This host has no Triton server yet. To install:\n${plan.trimEnd()}`);
  if (isAgreed || (await askForConsent()))
    spawnSync('bash', [SETUP_SCRIPT], { ...installedProgram(), stdio: ['ignore', 'inherit', 'inherit'] });
}

async function askForConsent(): Promise<boolean> {
  const reply = await askUser('Install it? [y/N] ');
  if (reply === undefined) printNote('Nothing is installed, since there is no terminal to ask on; --yes installs it.');
  return /^y(es)?$/i.test(reply ?? '');
}
