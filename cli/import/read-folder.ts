import * as fs from 'fs';
import * as path from 'path';
import { readRegularFile } from '../../lib/files/regular-file';
import { ModelConfig } from '../../lib/model-config';
import { readJson } from '../input/shape';
import { Source } from './description';

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads the responses in the JSON files of the folder, and the text of each config.pbtxt in its folders, by the name of its model. No other
 * file is read, and nothing is executed. The folder can be from a stranger, and a link could lead to any file of the host.
 *
 * @throws if a config.pbtxt is invalid, or a file is a link out of the folder
 */
export function readFolder(folder?: string) {
  const names = folder === undefined ? [] : fs.readdirSync(folder).sort();
  const files = names.map((name) => path.join(folder ?? '', name));
  const responses = files
    .filter((file) => file.endsWith('.json'))
    .map((file): Source => [file, readJson(file, { maximumBytes: MAX_BYTES, within: folder })]);
  const configurations = new Map<string, string>();
  for (const file of files.map((each) => path.join(each, 'config.pbtxt')).filter((each) => fs.existsSync(each))) {
    const bytes = readRegularFile(file, { maximumBytes: MAX_BYTES, within: folder });
    const { name } = ModelConfig._fromBytes(bytes, file)._document;
    configurations.set(name === '' ? path.basename(path.dirname(file)) : name, bytes.toString());
  }
  return { responses, configurations };
}
