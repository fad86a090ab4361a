import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseEnv } from '../base-env.ts';
import { readGatewayPort } from '../gateway-port.ts';
import { respondsOverHttp } from '../processes/probes.ts';
import { createProcessServer } from '../processes/process-server.ts';
import { END_ORDER } from '../processes/reaper.mjs';
import type { ServerControl } from '../processes/server-control.ts';
import { repository } from '../repository.ts';
import { type FrontServerInput, type Stack, type StartStackInput, startStack } from '../start-stack.ts';
import { restartOnChange, type ServiceWatcher } from './restart-on-change.ts';

type StartDevStackInput = Required<Pick<StartStackInput, 'dir' | 'env' | 'log' | 'reaper' | 'stopwatch'>> & Pick<StartStackInput, 'fill'>;

/** `npm run dev`: the stack of `npm start`, whose services and web app follow every change of their sources. */
export async function startDevStack(input: StartDevStackInput): Promise<Stack> {
  const { dir, env, log } = input;
  const port = readGatewayPort(env);
  let watcher: ServiceWatcher | undefined;
  const build = async () => {
    watcher = await restartOnChange({ log });
  };
  try {
    const webRoot = writeWebPlaceholder({ dir, port });
    const stack = await startStack({ ...input, env: { ...env, WEB_ROOT: webRoot }, build, createFrontServer: createWebDevServer });
    watcher?.attach(stack);
    const stop = async () => {
      await watcher?.stop();
      await stack.stop();
    };
    return { ...stack, stop };
  } catch (error) {
    await watcher?.stop();
    throw error;
  }
}

/** Vite's development server: the web app from its sources, with hot module replacement. It passes API calls on to the gateway. */
function createWebDevServer({ dir, env, host, port, gatewayUrl, reaper, log }: FrontServerInput): ServerControl {
  const vite = join(repository, 'node_modules/vite/bin/vite.js');
  const logFile = join(dir, 'logs/web.log');
  return createProcessServer({
    name: 'web',
    command: process.execPath,
    args: [vite, '--host', host, '--port', String(port), '--strictPort', '--clearScreen', 'false'],
    env: { ...baseEnv(env), GATEWAY_URL: gatewayUrl },
    cwd: join(repository, 'web'),
    logFile,
    ports: [port],
    isReady: () => respondsOverHttp(`http://127.0.0.1:${port}/`),
    startTimeoutMs: 60_000,
    stopGraceMs: 5_000,
    endOrder: END_ORDER.service,
    reaper,
    onUnexpectedExit: (reason) => log(`web ${reason}. Its log: ${logFile}`),
  });
}

/** The gateway does not start without a built web app; in development a note takes its place. */
function writeWebPlaceholder({ dir, port }: { dir: string; port: number }): string {
  const folder = join(dir, 'web-placeholder');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><a href="http://localhost:${port}">The web app is at http://localhost:${port}</a>\n`,
  );
  return folder;
}
