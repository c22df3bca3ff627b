import { createServer, Socket } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { writeFiles } from './files';
import type { HostileInput } from './hostile-run';

/** Hostile servers on the loopback interface, to which `load` sends requests. */

const ESCAPES = '\u001b[2J\u001b]0;owned\u0007\u202e\u009b31m';
const response = (headers: string, body: string | Buffer = ''): Buffer =>
  Buffer.concat([Buffer.from(`HTTP/1.1 ${headers}\r\n\r\n`), Buffer.from(body)]);
/** A JSON response with a content length. */
const withLength = (status: string, body: string, moreHeaders = ''): Buffer =>
  response(
    `${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}${moreHeaders}`,
    body,
  );
/** A response that streams events. */
const eventStream = (...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return response(`200 OK\r\ncontent-type: application/vnd.amazon.eventstream\r\ncontent-length: ${body.length}`, body);
};
/** A frame of an event stream. The lengths in its prelude may be incorrect. */
const frame = (totalBytes: number, headerBytes: number, content = ''): Buffer => {
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(totalBytes >>> 0, 0);
  prelude.writeUInt32BE(headerBytes >>> 0, 4);
  return Buffer.concat([prelude, Buffer.from(content)]);
};

/** The response of a server to a connection. */
type Reply = (socket: Socket) => void;
const sendOnce =
  (bytes: Buffer | string): Reply =>
  (socket) =>
    void socket.end(bytes);
const sendEndlessly =
  (start: Buffer | string, chunk: Buffer | string, maximumBytes = 2e9): Reply =>
  (socket) => {
    socket.write(start);
    let sentBytes = 0;
    const push = (): void => {
      while (!socket.destroyed && sentBytes < maximumBytes && socket.write(chunk)) sentBytes += chunk.length;
    };
    socket.on('drain', push);
    push();
    // If the command stops reading, only its timeout (490 seconds for streams) would end the connection.
    setTimeout(() => socket.destroy(), 20_000).unref();
  };

/** The reply of each server, and additional arguments of `load`, by description. */
const SERVERS: Record<string, [Reply, ...string[]]> = {
  'closes the connection': [(socket) => void socket.destroy()],
  'sends nothing and closes': [sendOnce('')],
  'uses a different protocol': [sendOnce('SSH-2.0-OpenSSH\r\n')],
  'sends random bytes': [sendOnce(Buffer.from(Array.from({ length: 10_000 }, (_, index) => (index * 7919) & 0xff)))],
  'sends endless headers': [sendEndlessly('HTTP/1.1 200 OK\r\n', `x-${'a'.repeat(1000)}: ${'b'.repeat(1000)}\r\n`)],
  'sends a header of 1 MB': [sendOnce(response(`200 OK\r\nx: ${'a'.repeat(1 << 20)}`))],
  'sends an endless body': [
    sendEndlessly(
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
      Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65536, 'x'), Buffer.from('\r\n')]),
    ),
  ],
  'sends an endless error': [
    sendEndlessly(
      'HTTP/1.1 500 Oops\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
      Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65536, 'x'), Buffer.from('\r\n')]),
    ),
  ],
  'declares more bytes than it sends': [sendOnce(response('200 OK\r\ncontent-length: 1000000', 'x'))],
  'declares 2^63 bytes': [sendOnce(response('200 OK\r\ncontent-length: 9223372036854775808', 'x'))],
  'sends two content lengths': [sendOnce(response('200 OK\r\ncontent-length: 1\r\ncontent-length: 9', 'xxxxxxxxx'))],
  'sends chunks of wrong sizes': [sendOnce(response('200 OK\r\ntransfer-encoding: chunked', 'zz\r\nx\r\n0\r\n\r\n'))],
  'sends an error with escape sequences': [
    sendOnce(
      withLength(
        '500 Oops',
        JSON.stringify({ message: ESCAPES, Message: ESCAPES, OriginalMessage: ESCAPES }),
        `\r\nx-amzn-errortype: ModelError${'\u202e'}`,
      ),
    ),
  ],
  'sends an error of 5 MB': [sendOnce(withLength('500 Oops', JSON.stringify({ message: 'x'.repeat(5 << 20) })))],
  'sends an error nested 200,000 deep': [sendOnce(withLength('500 Oops', '['.repeat(200_000)))],
  'sends an error that is null': [sendOnce(withLength('400 Bad', 'null'))],
  'sends an error with keys named like members of prototypes': [
    sendOnce(withLength('400 Bad', '{"__proto__":{"x":1},"constructor":7,"message":{"toString":1}}')),
  ],
  'sends a different error each time': [
    (socket) =>
      void socket.end(
        withLength('500 Oops', JSON.stringify({ message: `error ${Math.random()} ${'y'.repeat(2000)}` })),
      ),
    '--warmup=0',
    '--rate=1000',
    '--requests=1000',
  ],
  'sends its error with status 200': [sendOnce(withLength('200 OK', `{"error":"${ESCAPES}"}`))],
  'redirects to a different host': [
    sendOnce(response('302 Found\r\nlocation: http://192.0.2.1/x\r\ncontent-length: 0')),
  ],
  'redirects to a file': [sendOnce(response('301 Moved\r\nlocation: file:///etc/passwd\r\ncontent-length: 0'))],
  'upgrades the connection': [
    sendOnce(response('101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade')),
  ],
  'sends endless 100 Continue responses': [sendEndlessly('', 'HTTP/1.1 100 Continue\r\n\r\n', 2e7)],
  'sends invalid compressed data': [sendOnce(response('200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 3', 'xxx'))],
  'streams a frame of 4 GB': [sendOnce(eventStream(frame(0xffffffff, 0))), '--stream'],
  'streams frames of 0 bytes': [sendOnce(eventStream(frame(0, 0), frame(0, 0))), '--stream'],
  'streams a frame whose headers are longer than the frame': [
    sendOnce(eventStream(frame(16, 0xfffffff0, 'xxxx'))),
    '--stream',
  ],
  'streams a frame with a wrong checksum': [sendOnce(eventStream(frame(20, 4, 'xxxxxxxx'))), '--stream'],
  'streams random bytes': [
    sendOnce(eventStream(Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 31) & 0xff)))),
    '--stream',
  ],
  'streams endless zeros': [
    sendEndlessly(
      'HTTP/1.1 200 OK\r\ncontent-type: application/vnd.amazon.eventstream\r\ntransfer-encoding: chunked\r\n\r\n',
      Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65536), Buffer.from('\r\n')]),
    ),
    '--stream',
    '--requests=1',
    '--warmup=0',
  ],
};

/** One server for all inputs of this file. The path of a request contains the index of its reply in SERVERS. */
let server: Server | undefined;
const replies = Object.values(SERVERS).map(([reply]) => reply);

export async function startServers(): Promise<void> {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => replies[Number(/^POST \/s(\d+)\//.exec(data.toString('latin1'))?.[1] ?? 0)](socket));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
}

export function stopServers(): void {
  server?.close();
}

function port(): number {
  return (server?.address() as AddressInfo | undefined)?.port ?? 0;
}

const REQUEST = JSON.stringify({ inputs: [{ name: 'x', datatype: 'FP32', shape: [1], data: [1] }] });

const REQUESTS: Record<string, string> = {
  'is null': 'null',
  'is a number': '7',
  'is empty': '',
  'is nested 200,000 deep': '['.repeat(200_000),
  'has inputs of wrong types': '{"request":{"inputs":{"0":{"shape":{"0":1e308}}},"parameters":{"sequence_id":1e308}}}',
  'has a key called __proto__': '{"__proto__":{"request":1},"request":null}',
};

export const servers: HostileInput[] = [
  ...Object.entries(SERVERS).map(([description, [, ...options]], index): HostileInput => ({
    name: `a server that ${description}`,
    write: (folder) => writeFiles(folder, { 'r.json': REQUEST }),
    args: (folder) => [
      'load',
      `http://127.0.0.1:${port()}/s${index}`,
      '--request',
      path.join(folder, 'r.json'),
      '--rate=50',
      '--requests=5',
      '--seconds=2',
      ...(index % 2 === 0 ? ['--warmup=0'] : []),
      ...options,
    ],
  })),
  ...Object.entries(REQUESTS).map(([description, text]): HostileInput => ({
    name: `a request of load that ${description}`,
    write: (folder) => fs.writeFileSync(path.join(folder, 'r.json'), text),
    args: (folder) => [
      'load',
      `http://127.0.0.1:${port()}/s0`,
      '--request',
      path.join(folder, 'r.json'),
      '--rate=50',
      '--requests=2',
      '--seconds=1',
    ],
  })),
];
