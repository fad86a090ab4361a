import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePorts } from './ports.ts';
import { type Stack, type StartStackInput, startStack } from './start-stack.ts';

/** Limits that never stop a test or a benchmark. */
export const HIGH_LIMITS = { LIMIT_FACTOR: '1000000' };

/** `dir` is the folder with all files of the shop. */
export type TemporaryStack = Stack & { dir: string };

/** Starts an empty shop in a new folder below TMPDIR. `env` is added to this process's environment; `stop` also removes the folder. */
export const startTemporaryStack = async ({ env, ports, ...input }: Omit<StartStackInput, 'dir' | 'port'>): Promise<TemporaryStack> => {
  const dir = await mkdtemp(join(tmpdir(), 'stagereel-shop-'));
  const remove = (): Promise<void> => rm(dir, { recursive: true, force: true });
  try {
    const range = ports && { range: ports, ports };
    const portOf = await choosePorts({ dir, names: ['gateway'], ...range });
    const stack = await startStack({ ...input, ...range, dir, port: portOf('gateway'), env: { ...process.env, ...env } });
    return {
      ...stack,
      dir,
      stop: async () => {
        await stack.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
};

/** Runs `use` with such a shop, and stops it afterwards. */
export const withTemporaryStack = async <Result>(
  input: Omit<StartStackInput, 'dir' | 'port'>,
  use: (stack: TemporaryStack) => Promise<Result>,
): Promise<Result> => {
  const stack = await startTemporaryStack(input);
  try {
    return await use(stack);
  } finally {
    await stack.stop();
  }
};
