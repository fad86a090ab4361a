import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { baseEnv } from '../base-env.ts';
import type { Found } from '../machine/find-server.mjs';
import { respondsOverTcp } from '../processes/probes.ts';
import { createProcessServer } from '../processes/process-server.ts';
import { END_ORDER } from '../processes/reaper.mjs';
import { createExternalServer } from '../processes/server-control.ts';
import { createContainerServer } from './container-server.ts';
import type { BackingContext, BackingServer } from './context.ts';

const IMAGE = 'redis:7.4-bookworm';

/** Redis with an append-only file, so that sessions survive a restart. */
export function createRedis({ found, context }: { found: Found; context: BackingContext }): BackingServer {
  if (found.kind === 'url') {
    return { address: found.url, control: createExternalServer({ name: 'Redis', variable: 'REDIS_URL' }) };
  }
  const port = context.port('redis');
  const dataFolder = join(context.dir, 'redis');
  const isReady = () => respondsOverTcp({ port, send: 'PING\r\n', isExpected: (reply) => reply.toString('latin1').startsWith('+PONG') });
  const persistence = ['--appendonly', 'yes', '--save', ''];
  const url = `redis://127.0.0.1:${port}`;
  if (found.kind === 'container') {
    const mount = { source: dataFolder, target: '/data' };
    const command = ['redis-server', ...persistence];
    const container = { name: 'Redis', image: IMAGE, ports: [{ container: 6379, host: port }], mount, command, isReady };
    return { address: url, control: createContainerServer(container) };
  }
  if (found.kind !== 'program') throw new Error(`Redis cannot run as ${found.kind}.`);
  mkdirSync(dataFolder, { recursive: true });
  const control = createProcessServer({
    name: 'Redis',
    command: found.path,
    args: ['--bind', '127.0.0.1', '--port', String(port), '--dir', dataFolder, '--daemonize', 'no', ...persistence],
    env: baseEnv(context.env),
    cwd: context.dir,
    logFile: join(context.dir, 'logs/redis.log'),
    ports: [port],
    isReady,
    startTimeoutMs: 30_000,
    stopGraceMs: 10_000,
    endOrder: END_ORDER.backing,
    reaper: context.reaper,
  });
  return { address: url, control };
}
