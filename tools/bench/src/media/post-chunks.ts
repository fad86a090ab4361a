import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';

const CONCURRENCY = 4;

/** A bare Node server in its own process that discards what it receives: as fast as anything in Node can receive bytes. */
const PROGRAM = `
const server = require('node:http').createServer((request, response) => {
  request.on('data', () => {});
  request.on('end', () => response.end());
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

export const startDiscardingServer = async (): Promise<{ url: URL; stop: () => void }> => {
  const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = await new Promise<string>((resolve) => child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())));
  return { url: new URL(`http://127.0.0.1:${port}/`), stop: () => child.kill() };
};

type ChunksInput = { url: URL; count: number; headers: Record<string, string>; bodyOf: (index: number) => Buffer };

/** Posts `count` chunks, several at a time, on connections of their own. Throws when one is not accepted. */
export const postChunks = async ({ url, count, headers, bodyOf }: ChunksInput): Promise<void> => {
  // Not reused by a later round: the server may be about to close connections that were idle for so long.
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await post({ url, agent, headers, body: bodyOf(index) });
  };
  try {
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  } finally {
    agent.destroy();
  }
};

type Post = { url: URL; agent: Agent; body: Buffer; headers: Record<string, string> };

const post = ({ url, agent, body, headers }: Post): Promise<void> =>
  new Promise((resolve, reject) => {
    const options = { method: 'POST', agent, headers: { ...headers, 'content-length': String(body.length) } };
    const sending = request(url, options, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`POST ${url.pathname} returned ${response.statusCode}`)),
      );
    });
    sending.on('error', reject);
    sending.end(body);
  });
