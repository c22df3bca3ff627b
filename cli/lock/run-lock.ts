import { writeLock } from '../../lib/artifacts/model-lock';
import { print } from '../output/print';

export function runLock(folder: string): void {
  const files = writeLock(folder);
  print(`${folder}/triton-model.lock: ${files.length} files`);
}
