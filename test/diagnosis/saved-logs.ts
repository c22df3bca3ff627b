import * as fs from 'fs';
import * as path from 'path';

/** Log lines from a public issue, and the ID of the cause that was found in the issue. */
export interface SavedLog {
  readonly name: string;
  readonly source: string;
  readonly cause: string;
  readonly lines: string[];
}

/** The logs of a folder in `logs/`. */
export function savedLogs(folder: string): SavedLog[] {
  const logs = path.join(__dirname, 'logs', folder);
  return fs.readdirSync(logs).map((file) => {
    const [source, cause, ...lines] = fs.readFileSync(path.join(logs, file), 'utf8').trimEnd().split('\n');
    return { name: path.parse(file).name, source: valueOf(source), cause: valueOf(cause), lines };
  });
}

function valueOf(header: string): string {
  return header.replace(/^# \w+: /, '');
}
