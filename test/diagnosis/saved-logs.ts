import * as fs from 'fs';
import * as path from 'path';

/** Lines of a public issue, and the cause that its thread came to. */
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
