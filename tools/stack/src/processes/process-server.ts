import { closeSync } from 'node:fs';
import { StackError } from '../machine/stack-error.mjs';
import { endGroups } from './end-groups.mjs';
import { lastLines, openLog, sizeOf } from './log-file.ts';
import { signalGroup } from './process-group.mjs';
import type { Reaper } from './reaper.mjs';
import type { ServerControl } from './server-control.ts';
import { spawnRegistered } from './spawn-registered.mjs';

const POLL_MS = 50;
const SHOWN_LINES = 12;
const STAYING_SIGNALS: NodeJS.Signals[] = ['SIGSTOP', 'SIGCONT', 'SIGHUP', 'SIGUSR1', 'SIGUSR2'];

export type ProcessServerInput = {
  name: string;
  command: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** Its working directory. */
  cwd: string;
  logFile: string;
  /** Whether the server answers yet; a rejection counts as "not yet". */
  isReady: () => Promise<boolean>;
  startWithinMs: number;
  stopGraceMs: number;
  /** When everything ends: higher ends earlier. */
  endOrder: number;
  reaper: Reaper;
  /** Called when the process ends without having been asked to. */
  onUnexpectedExit?: (reason: string) => void;
};

type Running = {
  group: number;
  exited: Promise<void>;
  exitReason: () => string | undefined;
  /** From now on its end is wanted, and waited for. */
  expectExit: () => void;
};

/** A server that runs as a process group of its own, is registered with the reaper and writes to a log file. */
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
      const logFrom = sizeOf(input.logFile);
      const server = launch(input);
      running = server;
      void server.exited.then(async () => {
        if (running === server) await end({ server, signal: 'SIGKILL', graceMs: 0 });
      });
      const failure = await waitUntilReady(input, server);
      if (failure === undefined) return;
      await end({ server, signal: 'SIGTERM', graceMs: 2_000 });
      const lines = lastLines({ path: input.logFile, from: logFrom, count: SHOWN_LINES });
      throw new StackError([`${input.name} ${failure} Its log: ${input.logFile}`, ...lines].join('\n  '));
    },

    async stop() {
      if (running) await end({ server: running, signal: 'SIGTERM', graceMs: input.stopGraceMs });
    },

    async kill(signal) {
      if (!running) return;
      if (STAYING_SIGNALS.includes(signal)) signalGroup(running.group, signal);
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
  // A forgotten server must not keep its launcher alive: when the launcher goes, the reaper ends the server.
  child.unref();
  const expectExit = () => {
    isExpected = true;
    child.ref();
  };
  return { group, exited, exitReason: () => reason, expectExit };
}

/** Undefined once it is ready, else what went wrong. */
async function waitUntilReady(input: ProcessServerInput, server: Running): Promise<string | undefined> {
  const end = Date.now() + input.startWithinMs;
  while (Date.now() < end) {
    const answers = await input.isReady().catch(() => false);
    const reason = server.exitReason();
    // Asked after the probe: on a port that another server holds, the probe succeeds and the process is gone.
    if (reason !== undefined) return `${reason} instead of starting.`;
    if (answers) return undefined;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return `did not answer within ${Math.round(input.startWithinMs / 1000)} s.`;
}
