import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { baseEnv } from '../base-env.ts';
import { type Found, mongodCache } from '../machine/find-server.mjs';
import { buildMongoJavaServer, findJava } from '../machine/mongo-java-server.mjs';
import { StackError } from '../machine/stack-error.mjs';
import { createProcessServer } from '../processes/process-server.ts';
import { END_ORDER } from '../processes/reaper.mjs';
import { createExternalServer } from '../processes/server-control.ts';
import { createContainerServer } from './container-server.ts';
import type { BackingContext, BackingServer } from './context.ts';

const VERSION = '8.0.15';
const IMAGE = 'mongo:8.0';
const DOWNLOAD_TIMEOUT_MS = 120_000;
const PROBE_TIMEOUT_MS = 2_000;

type Command = { command: string; args: string[] };

/** MongoDB, or a MongoDB-compatible server on Java where MongoDB is not available. */
export async function createMongodb(input: { found: Found; context: BackingContext }): Promise<BackingServer> {
  const { found, context } = input;
  if (found.kind === 'url') {
    return { address: found.url, control: createExternalServer({ name: 'MongoDB', variable: 'MONGODB_URL' }) };
  }
  const port = context.port('mongodb');
  const url = `mongodb://127.0.0.1:${port}`;
  const isReady = () => respondsToPing(url);
  if (found.kind === 'container') {
    const mount = { source: join(context.dir, 'mongodb/mongod'), target: '/data/db' };
    const container = { name: 'MongoDB', image: IMAGE, ports: [{ container: 27017, host: port }], mount, isReady };
    return { address: url, control: createContainerServer(container) };
  }
  const control = createProcessServer({
    name: 'MongoDB',
    ...(await commandFor(input)),
    env: baseEnv(context.env),
    cwd: context.dir,
    logFile: join(context.dir, 'logs/mongodb.log'),
    ports: [port],
    isReady,
    startTimeoutMs: 60_000,
    stopGraceMs: 15_000,
    endOrder: END_ORDER.backing,
    reaper: context.reaper,
  });
  return { address: url, control };
}

async function commandFor({ found, context }: { found: Found; context: BackingContext }): Promise<Command> {
  if (found.kind === 'program') return mongodCommand({ path: found.path, context });
  if (found.kind === 'download') {
    const path = await downloadMongod(context).catch(() => undefined);
    if (path) return mongodCommand({ path, context });
    context.log('mongod could not be downloaded: using mongo-java-server instead.');
  }
  return await javaCommand(context);
}

function mongodCommand({ path, context }: { path: string; context: BackingContext }): Command {
  const dataFolder = dataFolderFor({ context, engine: 'mongod' });
  const port = String(context.port('mongodb'));
  return { command: path, args: ['--bind_ip', '127.0.0.1', '--port', port, '--dbpath', dataFolder, '--nounixsocket'] };
}

async function javaCommand(context: BackingContext): Promise<Command> {
  const jar = await buildMongoJavaServer(context);
  const java = findJava({ name: 'java', env: context.env });
  if (!java) throw new StackError('MongoDB is missing: install mongod, or a JDK 17 for a compatible server, or set MONGODB_URL.');
  const store = join(dataFolderFor({ context, engine: 'java' }), 'store.mv');
  // The serial collector and the first compiler start fastest and need the least memory. In the minutes of a test run, the second
  // compiler would cost more time than it saves.
  return {
    command: java,
    args: ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xmx1g', '-jar', jar, String(context.port('mongodb')), store],
  };
}

/** Each engine has a folder of its own, because their file formats differ. */
function dataFolderFor({ context, engine }: { context: BackingContext; engine: 'mongod' | 'java' }): string {
  const folder = join(context.dir, 'mongodb', engine);
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function downloadMongod(context: BackingContext): Promise<string> {
  const { MongoBinary } = await import('mongodb-memory-server-core');
  context.log('Finding or downloading mongod …');
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('The download of mongod timed out.')), DOWNLOAD_TIMEOUT_MS).unref();
  });
  return await Promise.race([MongoBinary.getPath({ version: VERSION, downloadDir: mongodCache }), timeout]);
}

/** Whether a MongoDB server responds to a ping. */
async function respondsToPing(url: string): Promise<boolean> {
  const { mongo } = await import('mongoose');
  const options = { serverSelectionTimeoutMS: PROBE_TIMEOUT_MS, connectTimeoutMS: PROBE_TIMEOUT_MS, maxPoolSize: 1 };
  const client = new mongo.MongoClient(url, options);
  try {
    await client.db('admin').command({ ping: 1 });
    return true;
  } finally {
    await client.close();
  }
}
