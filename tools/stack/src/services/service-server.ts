import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StackError } from '../machine/stack-error.mjs';
import { answersOverHttp } from '../processes/probes.ts';
import { createProcessServer } from '../processes/process-server.ts';
import { END_ORDER, type Reaper } from '../processes/reaper.mjs';
import type { ServerControl } from '../processes/server-control.ts';
import { repository } from '../repository.ts';
import type { ServiceName } from './service-names.ts';

/** Longer than the 10 s within which a service ends by itself. */
const STOP_GRACE_MS = 12_000;
/**
 * What Node is told beside the program, as in the Dockerfile. Streams leave short-lived garbage behind: swept often, and with little room to
 * grow before all of it is looked through, it keeps the process small. So does one helper thread of V8 instead of four, each with memory of its own,
 * and WebAssembly as it is first compiled: the parser behind `fetch` is one large function, and to optimise it takes 30 MiB.
 */
const NODE_ARGS: Partial<Record<ServiceName, string[]>> = {
  media: ['--max-semi-space-size=1', '--minor-gc-task-trigger=20', '--heap-growing-percent=50', '--liftoff-only', '--v8-pool-size=1'],
};

type ServiceServerInput = {
  name: ServiceName;
  dir: string;
  url: string;
  env: NodeJS.ProcessEnv;
  reaper: Reaper;
  log: (line: string) => void;
};

/** One built service; it counts as started when its `/readyz` says so. */
export function createServiceServer({ name, dir, url, env, reaper, log }: ServiceServerInput): ServerControl {
  const program = join(repository, 'services', name, 'dist/main.js');
  if (!existsSync(program)) throw new StackError(`services/${name} is not built: run node --import tsx tools/build.ts first.`);
  const logFile = join(dir, 'logs', `${name}.log`);
  return createProcessServer({
    name,
    command: process.execPath,
    args: [...(NODE_ARGS[name] ?? []), program],
    env,
    cwd: dir,
    logFile,
    isReady: () => answersOverHttp(`${url}/readyz`),
    startWithinMs: 60_000,
    stopGraceMs: STOP_GRACE_MS,
    endOrder: END_ORDER.service,
    reaper,
    onUnexpectedExit: (reason) => log(`${name} ${reason}. Its log: ${logFile}`),
  });
}
