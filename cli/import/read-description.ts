import * as fs from 'fs';
import * as path from 'path';
import { readRegularFile } from '../../lib/files/regular-file';
import { ModelConfig } from '../../lib/model-config';
import { readJson } from '../input/shape';
import { combineParts, Description, PartialDescription, ReadConfiguration, recognizeResponse } from './description';
import { hideSecrets } from './secrets';
import { selectEndpoint } from './select-endpoint';

const MAX_BYTES = 16 * 1024 * 1024;
const RECOGNIZED =
  "the outputs of 'aws sagemaker describe-endpoint', 'describe-endpoint-config', 'describe-model', 'describe-model-package', " +
  "'describe-inference-component' and 'list-tags', of 'aws application-autoscaling describe-scalable-targets', 'describe-scaling-policies' and " +
  "'describe-scheduled-actions', of 'aws ec2 describe-subnets', and a file that --save wrote";

/**
 * Reads a description from files, which are recognized by their content.
 *
 * @param paths files and folders
 * @throws if a file is not recognized, or a required description is missing
 */
export function readDescription(paths: string[]): Description {
  const files = paths.flatMap((each) => (fs.statSync(each).isDirectory() ? jsonFilesIn(each) : [each]));
  const parts = files.map((file): PartialDescription => {
    const part = recognizeResponse(readJson(file, { maximumBytes: MAX_BYTES }));
    if (part) return part;
    throw new Error(`--description: ${file} is not a known description; allowed: ${RECOGNIZED}`);
  });
  return hideSecrets(selectEndpoint(combineParts(parts, '--description'), '--description'));
}

function jsonFilesIn(folder: string): string[] {
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => path.join(folder, name));
}

/**
 * Reads the files of `--config`. The name of a model is in its configuration, or else it is the name of the folder.
 *
 * @throws if a file is not a config.pbtxt
 */
export function readConfigurations(files: string[]): ReadConfiguration[] {
  return files.map((file) => {
    const name = ModelConfig.fromFile(file)._document.name;
    const folder = name === '' ? path.basename(path.dirname(path.resolve(file))) : name;
    return { folder, text: readRegularFile(file, { maximumBytes: MAX_BYTES }).toString() };
  });
}
