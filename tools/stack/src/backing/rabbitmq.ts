import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseEnv } from '../base-env.ts';
import type { Found } from '../machine/find-server.mjs';
import { respondsOverTcp } from '../processes/probes.ts';
import { createProcessServer } from '../processes/process-server.ts';
import { END_ORDER } from '../processes/reaper.mjs';
import { createExternalServer, type ServerControl } from '../processes/server-control.ts';
import { createContainerServer } from './container-server.ts';
import type { BackingContext, BackingServer } from './context.ts';
import { createEpmd } from './epmd.ts';

const IMAGE = 'rabbitmq:4.1';
const PROTOCOL_HEADER = Buffer.from([0x41, 0x4d, 0x51, 0x50, 0, 0, 9, 1]);
const METHOD_FRAME = 1;

/** A private broker with its own Erlang port mapper, isolated from every other broker on this machine. */
export async function createRabbitmq(input: { found: Found; context: BackingContext }): Promise<BackingServer> {
  const { found, context } = input;
  if (found.kind === 'url') {
    return { address: found.url, control: createExternalServer({ name: 'RabbitMQ', variable: 'RABBITMQ_URL' }) };
  }
  const port = context.port('rabbitmq');
  const url = `amqp://guest:guest@127.0.0.1:${port}`;
  const isReady = () => respondsOverTcp({ port, send: PROTOCOL_HEADER, isExpected: (reply) => reply[0] === METHOD_FRAME });
  const folder = join(context.dir, 'rabbitmq');
  if (found.kind === 'container') {
    const mount = { source: folder, target: '/var/lib/rabbitmq' };
    const ports = [{ container: 5672, host: port }];
    const container = { name: 'RabbitMQ', image: IMAGE, ports, mount, hostname: 'stagereel', isReady };
    return { address: url, control: createContainerServer(container) };
  }
  if (found.kind !== 'program') throw new Error(`RabbitMQ cannot run as ${found.kind}.`);
  mkdirSync(folder, { recursive: true });
  const server = createProcessServer({
    name: 'RabbitMQ',
    command: found.path,
    args: [],
    env: brokerEnv({ folder, context }),
    cwd: folder,
    logFile: join(context.dir, 'logs/rabbitmq.log'),
    ports: [port, context.port('rabbitmq-distribution')],
    isReady,
    startTimeoutMs: 120_000,
    stopGraceMs: 20_000,
    endOrder: END_ORDER.backing,
    reaper: context.reaper,
  });
  return { address: url, control: withPortMapper({ server, portMapper: await createEpmd(context) }) };
}

function brokerEnv({ folder, context }: { folder: string; context: BackingContext }): NodeJS.ProcessEnv {
  const configFile = join(folder, 'rabbitmq.conf');
  const pluginsFile = join(folder, 'enabled_plugins');
  writeFileSync(configFile, 'disk_free_limit.absolute = 50MB\nraft.wal_max_size_bytes = 67108864\n');
  writeFileSync(pluginsFile, '[].\n');
  return {
    ...baseEnv(context.env),
    HOME: folder,
    LC_ALL: 'C.UTF-8',
    RABBITMQ_NODENAME: nodeName(folder),
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(context.port('rabbitmq')),
    RABBITMQ_DIST_PORT: String(context.port('rabbitmq-distribution')),
    // Idle schedulers sleep at once instead of spinning, which would take processor time from everything else on this machine.
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1} +sbwt none +sbwtdcpu none +sbwtdio none',
    RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_LOGS: '-',
    RABBITMQ_CONFIG_FILE: configFile,
    RABBITMQ_ENABLED_PLUGINS_FILE: pluginsFile,
    RABBITMQ_PID_FILE: join(folder, 'broker.pid'),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: String(context.port('rabbitmq-epmd')),
  };
}

/** The broker finds its data by its node name, so the first name is kept even when the folder is moved. */
function nodeName(folder: string): string {
  const file = join(folder, 'node-name');
  if (!existsSync(file)) {
    const hash = createHash('sha256').update(folder).digest('hex').slice(0, 8);
    writeFileSync(file, `stagereel-${hash}@localhost`);
  }
  return readFileSync(file, 'utf8');
}

/** The broker and its port mapper as one server: the port mapper starts first and stops last, and `kill` does not affect it. */
function withPortMapper({ server, portMapper }: { server: ServerControl; portMapper: ServerControl }): ServerControl {
  return {
    name: server.name,
    pids: () => [...server.pids(), ...portMapper.pids()],
    kill: (signal) => server.kill(signal),
    async start() {
      await portMapper.start();
      await server.start();
    },
    async stop() {
      await server.stop();
      await portMapper.stop();
    },
  };
}
