import { spawn } from 'node:child_process';

/** A bare Node server in a process of its own that throws away what it gets: as fast as anything in Node can take bytes. */
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
