import * as path from 'path';
import { print } from '../output/print';
import { shellWord } from '../output/shell-word';
import { packModel, PackOptions } from './pack-model';

/** Packs the model, and prints the command that uploads the archive. */
export function runPack(folder: string, options: PackOptions): void {
  const { file, bytes, contentHash } = packModel(folder, options);
  const key = path.relative(options.out, file).split(path.sep).join('/');
  print(`${file}: ${bytes} bytes, content ${contentHash}`);
  print('Put it under the open prefix, where it becomes the TargetModel of requests:');
  print(`  aws s3api put-object --if-none-match '*' --body ${shellWord(file)} --bucket <bucket> --key <prefix>${key}`);
}
