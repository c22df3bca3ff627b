import * as fs from 'fs';
import * as path from 'path';
import { serverMetricsFile } from '../assembly/measurements';

/** The mark of a document in CloudWatch's embedded metric format. */
const MARK = '"_aws"';
/** Longer lines are not documents: the metrics exporter writes at most 4,096 bytes. */
const MAX_LINE = 4096;

/**
 * Saves the documents that the metrics exporter of a server writes to its log, for `advise`. Replaces the documents of the previous run. If the server
 * has no metrics exporter, there is no file.
 */
export class ServerMetricsRecorder {
  private readonly file: string;
  private line = '';

  constructor(assembly: string, endpointName: string, variantName: string) {
    this.file = serverMetricsFile(assembly, endpointName, variantName);
    fs.rmSync(this.file, { force: true });
  }

  /** Adds a part of the log. */
  public add(chunk: Buffer): void {
    const lines = (this.line + chunk.toString('latin1')).split('\n');
    this.line = (lines.pop() ?? '').slice(0, MAX_LINE + 1);
    const documents = lines.filter((line) => line.length <= MAX_LINE && line.includes(MARK));
    if (documents.length === 0) return;
    fs.mkdirSync(path.dirname(this.file), { recursive: true });
    fs.appendFileSync(this.file, documents.map((document) => `${document}\n`).join(''), 'latin1');
  }
}
