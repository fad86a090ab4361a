import { closeSync } from 'node:fs';
import { StackError } from '../machine/stack-error.mjs';
import { requireFreePorts } from '../ports.ts';
import { endGroups } from './end-groups.mjs';
import { isGroupListening } from './listening-ports.ts';
import { lastLines, openLog, sizeOf } from './log-file.ts';
import { signalGroup } from './process-group.mjs';
import type { Reaper } from './reaper.mjs';
import type { ServerControl } from './server-control.ts';
import { spawnRegistered } from './spawn-registered.mjs';

const POLL_MS = 50;
const SHOWN_LINES = 12;
const NON_ENDING_SIGNALS: NodeJS.Signals[] = ['SIGSTOP', 'SIGCONT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'];

export type ProcessServerInput = {
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Its working directory. */
  cwd: string;
  logFile: string;
  /** Every port it listens on. */
  ports: readonly number[];
  /** Whether the server is ready; a rejection counts as no. */
  isReady: () => Promise<boolean>;
  startTimeoutMs: number;
  stopGraceMs: number;
  /** The order when everything ends: higher ends earlier. */
  endOrder: number;
  reaper: Reaper;
  /** Called when the process ends by itself. */
  onUnexpectedExit?: (reason: string) => void;
};

type Running = {
  group: number;
  exited: Promise<void>;
  exitReason: () => string | undefined;
  /** Marks the end as intended, and keeps this process alive until then. */
  expectExit: () => void;
};

/** A server as a process group of its own that is registered with the reaper and writes to a log file. */
export function createProcessServer(input: ProcessServerInput): ServerControl {
  let running: Running | undefined;

  const end = async ({ server, signal, graceMs }: { server: Running; signal: NodeJS.Signals; graceMs: number }) => {
    server.expectExit();
    await endGroups({ groups: [server.group], graceMs, signal });
    await server.exited;
    input.reaper.remove(server.group);
    if (running === server) running = undefined;
  };

  return {
    name: input.name,
    pids: () => (running ? [running.group] : []),

    async start() {
      if (running) return;
      await requireFreePorts(input);
      const logFrom = sizeOf(input.logFile);
      const server = launch(input);
      running = server;
      void server.exited.then(async () => {
        if (running === server) await end({ server, signal: 'SIGKILL', graceMs: 0 });
      });
      const failure = await waitUntilReady(input, server);
      if (failure === undefined) return;
      await end({ server, signal: 'SIGTERM', graceMs: 2_000 });
      await requireFreePorts(input);
      const lines = lastLines({ path: input.logFile, from: logFrom, count: SHOWN_LINES });
      throw new StackError([`${input.name} ${failure} Its log: ${input.logFile}`, ...lines].join('\n  '));
    },

    async stop() {
      if (running) await end({ server: running, signal: 'SIGTERM', graceMs: input.stopGraceMs });
    },

    async kill(signal) {
      if (!running) return;
      if (NON_ENDING_SIGNALS.includes(signal)) signalGroup(running.group, signal);
      else await end({ server: running, signal, graceMs: input.stopGraceMs });
    },
  };
}

function launch(input: ProcessServerInput): Running {
  const log = openLog(input.logFile);
  const { child, group } = spawnRegistered({ ...input, output: log });
  closeSync(log);
  let reason: string | undefined;
  let isExpected = false;
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      reason = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      if (!isExpected) input.onUnexpectedExit?.(reason);
      resolve();
    });
  });
  // A server that was not stopped must not keep its launcher alive: when the launcher ends, the reaper ends the server.
  child.unref();
  const expectExit = () => {
    isExpected = true;
    child.ref();
  };
  return { group, exited, exitReason: () => reason, expectExit };
}

/** Undefined once it is ready, else the reason why it is not. */
async function waitUntilReady(input: ProcessServerInput, server: Running): Promise<string | undefined> {
  const end = Date.now() + input.startTimeoutMs;
  while (Date.now() < end) {
    const isReady = await input.isReady().catch(() => false);
    const reason = server.exitReason();
    if (reason !== undefined) return `${reason} instead of starting.`;
    // Another server that took the port would pass the probe too.
    if (isReady && isGroupListening({ group: server.group, ports: input.ports })) return undefined;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return `was not ready within ${Math.round(input.startTimeoutMs / 1000)} s.`;
}
