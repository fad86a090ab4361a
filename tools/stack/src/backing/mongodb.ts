import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { baseEnv } from '../base-env.ts';
import { type Found, mongodCache } from '../machine/find-server.mjs';
import { buildMongoJavaServer, findJava } from '../machine/mongo-java-server.mjs';
import { StackError } from '../machine/stack-error.mjs';
import { createProcessServer } from '../processes/process-server.ts';
import { END_ORDER } from '../processes/reaper.mjs';
import { createContainerServer } from './container-server.ts';
import type { BackingContext, BackingServer } from './context.ts';
import { createExternalServer } from './external-server.ts';
import { answersMongodb } from './mongodb-probe.ts';

const VERSION = '8.0.15';
const IMAGE = 'mongo:8.0';
const DOWNLOAD_WITHIN_MS = 120_000;

type Command = { command: string; args: string[] };

/** MongoDB, or on a machine that can have none, its stand-in on Java. */
export async function createMongodb(input: { found: Found; context: BackingContext }): Promise<BackingServer> {
  const { found, context } = input;
  if (found.kind === 'url') {
    return { address: found.url, control: createExternalServer({ name: 'MongoDB', variable: 'MONGODB_URL' }) };
  }
  const port = context.port('mongodb');
  const url = `mongodb://127.0.0.1:${port}`;
  const isReady = () => answersMongodb(url);
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
    isReady,
    startWithinMs: 60_000,
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
    context.log('mongod could not be downloaded: taking mongo-java-server instead.');
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
  if (!java) throw new StackError('MongoDB is missing: install mongod, or a JDK 17 for its stand-in, or set MONGODB_URL.');
  const store = join(dataFolderFor({ context, engine: 'java' }), 'store.mv');
  // The serial collector and the first compiler alone start fastest and take the least of a small machine: within the minutes of a test, the
  // second compiler takes more time than it gains.
  return {
    command: java,
    args: ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xmx1g', '-jar', jar, String(context.port('mongodb')), store],
  };
}

/** The two engines keep their data in different forms, so each has its own folder. */
function dataFolderFor({ context, engine }: { context: BackingContext; engine: 'mongod' | 'java' }): string {
  const folder = join(context.dir, 'mongodb', engine);
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function downloadMongod(context: BackingContext): Promise<string> {
  const { MongoBinary } = await import('mongodb-memory-server-core');
  context.log('Finding or downloading mongod …');
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('The download of mongod takes too long.')), DOWNLOAD_WITHIN_MS).unref();
  });
  return await Promise.race([MongoBinary.getPath({ version: VERSION, downloadDir: mongodCache }), late]);
}
