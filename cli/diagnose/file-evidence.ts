import { createReadStream } from 'fs';
import { createInterface } from 'readline';
import { Evidence } from '../../lib/diagnosis';

/** The lines of a file, or of standard input for `-`. */
export async function fileEvidence(file: string): Promise<Evidence> {
  const input = file === '-' ? process.stdin : createReadStream(file);
  const lines: string[] = [];
  for await (const line of createInterface({ input, crlfDelay: Infinity })) lines.push(line);
  return { source: file === '-' ? 'standard input' : file, lines };
}
