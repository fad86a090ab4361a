import { join } from 'node:path';
import { baseEnv } from '../base-env.ts';
import { findProgram } from '../machine/find-program.mjs';
import { StackError } from '../machine/stack-error.mjs';
import { respondsOverTcp } from '../processes/probes.ts';
import { createProcessServer } from '../processes/process-server.ts';
import { END_ORDER } from '../processes/reaper.mjs';
import { runCommand } from '../processes/run-command.mjs';
import type { ServerControl } from '../processes/server-control.ts';
import type { BackingContext } from './context.ts';

const NAMES_REQUEST = Buffer.from([0, 1, 'n'.charCodeAt(0)]);

/** Erlang's port mapper as a process of this stack. Otherwise Erlang would start it as a daemon that nothing stops. */
export async function createEpmd(context: BackingContext): Promise<ServerControl> {
  const port = context.port('rabbitmq-epmd');
  return createProcessServer({
    name: 'epmd',
    command: await findEpmd(context),
    args: ['-port', String(port), '-address', '127.0.0.1'],
    env: baseEnv(context.env),
    cwd: context.dir,
    logFile: join(context.dir, 'logs/epmd.log'),
    ports: [port],
    isReady: () => respondsOverTcp({ port, send: NAMES_REQUEST, isExpected: (reply) => reply.length >= 4 }),
    startTimeoutMs: 10_000,
    stopGraceMs: 2_000,
    endOrder: END_ORDER.foundation,
    reaper: context.reaper,
  });
}

/** Some installations have epmd only in Erlang's own folder. */
async function findEpmd({ env, reaper }: BackingContext): Promise<string> {
  const onPath = findProgram({ name: 'epmd', env });
  if (onPath) return onPath;
  const expression = 'io:put_chars(filename:join([code:root_dir(), "erts-" ++ erlang:system_info(version), "bin"])), halt().';
  const args = ['-noshell', '-boot', 'start_clean', '-eval', expression];
  const { output } = await runCommand({ command: 'erl', args, env: baseEnv(env), timeoutMs: 20_000, reaper });
  const inErlangFolder = findProgram({ name: 'epmd', env: {}, folders: [output.trim()] });
  if (!inErlangFolder) throw new StackError('RabbitMQ cannot start: epmd, which comes with Erlang, was not found.');
  return inErlangFolder;
}
