/** Runs the handler of a bundled function with the event on standard input. */
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const { handler } = await import(pathToFileURL(process.argv[2]).href);
const context = { logStreamName: 'the-log-stream', getRemainingTimeInMillis: () => Number(process.argv[3]) * 1000 };
const result = await handler(JSON.parse(await text(process.stdin)), context);
process.stdout.write(`RESULT ${JSON.stringify(result ?? null)}`);
