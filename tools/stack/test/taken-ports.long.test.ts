import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { buildAll, choosePorts, startBacking, startStack } from '@stagereel/stack';
import { findProgram } from '../src/machine/find-program.mjs';
import { createStopwatch } from '../src/stopwatch.mjs';
import { redisNames } from './support/clients.ts';

const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
let dir: string;
let occupants: Server[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'stack-ports-'));
  occupants = [];
});
afterEach(async () => {
  await Promise.all(occupants.map((server) => new Promise((resolve) => server.close(resolve))));
  rmSync(dir, { recursive: true, force: true });
});

const chosenPorts = (): Record<string, number> => JSON.parse(readFileSync(join(dir, 'ports.json'), 'utf8'));

/** Another program that listens on the port, and answers whatever it receives with `reply`. */
async function occupy(port: number, reply = ''): Promise<void> {
  const server = createServer((socket) => socket.on('data', () => socket.end(reply)).on('error', () => {}));
  occupants.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
}

describe('a chosen port that another program takes', () => {
  test('when it is taken before any server of the stack has started, then each of them gets another port', async () => {
    const names: Record<string, string> = {
      MongoDB: 'mongodb',
      Redis: 'redis',
      RabbitMQ: 'rabbitmq-epmd',
      'The mailbox': 'mailbox-web',
      'The Stripe simulator': 'stripe',
      catalog: 'catalog',
      gateway: 'gateway-metrics',
    };
    const taken = new Map<string, number>();
    const stopwatch = createStopwatch();
    const time = async <Result>(step: string, work: () => Promise<Result>): Promise<Result> => {
      const name = names[step];
      if (name && !taken.has(name)) {
        const port = chosenPorts()[name] ?? 0;
        taken.set(name, port);
        await occupy(port);
      }
      return await stopwatch.time(step, work);
    };
    // Outside the range from which the stack chooses its own ports.
    const port = (await choosePorts({ dir, names: ['gateway'], range: { first: 12_000, last: 19_999 } }))('gateway');
    const stack = await startStack({ dir, port, env, build: buildAll, stopwatch: { ...stopwatch, time } });
    try {
      expect([...taken.keys()].sort()).toEqual(Object.values(names).sort());
      expect([...taken].filter(([name, old]) => chosenPorts()[name] === old)).toEqual([]);
      expect(await redisNames({ url: stack.info.redis, add: 'mine' })).toEqual(['mine']);
      const readiness = Object.values(stack.info.services).map(async ({ url }) => (await fetch(`${url}/readyz`)).status);
      expect(await Promise.all(readiness)).toEqual([200, 200, 200, 200, 200, 200]);
      expect(stack.info.gateway).toBe(`http://localhost:${port}`);
    } finally {
      await stack.stop();
    }
  }, 300_000);

  test('when it is taken while the server starts, by one that answers the same, then the server gets another port', async () => {
    let taken = 0;
    const bin = await redisThatWaits(async (port) => {
      taken = port;
      await occupy(port, '+PONG\r\n');
    });
    const lines: string[] = [];
    const backing = await startBacking({ dir, need: ['redis'], env: { PATH: `${bin}:${env.PATH}` }, log: (line) => lines.push(line) });
    try {
      expect(backing.redis).not.toBe(`redis://127.0.0.1:${taken}`);
      expect(await redisNames({ url: backing.redis, add: 'mine' })).toEqual(['mine']);
      expect(lines).toEqual([`Redis cannot start: port ${taken} is taken by another program. Trying another port …`]);
    } finally {
      await backing.stop();
    }
  });
});

/** A folder with a redis-server whose first process calls `beforeFirstStart` with its port, and waits for it. */
async function redisThatWaits(beforeFirstStart: (port: number) => Promise<void>): Promise<string> {
  let isFirst = true;
  const server = createServer((socket) => {
    createInterface({ input: socket }).once('line', async (args) => {
      if (isFirst) {
        isFirst = false;
        await beforeFirstStart(Number(/--port (\d+)/.exec(args)?.[1]));
      }
      socket.end('go\n');
    });
  });
  occupants.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const real = findProgram({ name: 'redis-server', env });
  const bin = join(dir, 'bin');
  mkdirSync(bin);
  const script = `#!/bin/bash\nexec 3<>/dev/tcp/127.0.0.1/${port}\necho "$*" >&3\nread -r go <&3\nexec 3>&-\nexec ${real} "$@"\n`;
  writeFileSync(join(bin, 'redis-server'), script, { mode: 0o755 });
  return bin;
}
