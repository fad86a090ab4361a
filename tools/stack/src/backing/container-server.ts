import { mkdirSync } from 'node:fs';
import type { StartedTestContainer } from 'testcontainers';
import { StackError } from '../machine/stack-error.mjs';
import type { ServerControl } from '../processes/server-control.ts';

const PULL_AND_START_WITHIN_MS = 240_000;
const STOP_GRACE_MS = 15_000;
const POLL_MS = 100;

type ContainerServerInput = {
  name: string;
  image: string;
  ports: { container: number; host: number }[];
  /** The data folder on this machine and its place in the container. */
  mount: { source: string; target: string };
  command?: string[];
  /** Makes the server's own name stable where it keeps its data under it. */
  hostname?: string;
  isReady: () => Promise<boolean>;
};

/**
 * A server in a container on a fixed port, its data on this machine. The library's own helper container removes it when
 * this process is gone.
 */
export function createContainerServer(input: ContainerServerInput): ServerControl {
  let container: StartedTestContainer | undefined;

  const end = async (timeout: number) => {
    await container?.stop({ timeout, remove: true });
    container = undefined;
  };
  return {
    name: input.name,
    pids: () => [],
    async start() {
      if (container) return;
      container = await run(input);
      const isUp = await becomesReady(input.isReady);
      if (isUp) return;
      await end(0);
      throw new StackError(`${input.name} did not answer from its container (${input.image}) in time.`);
    },
    stop: () => end(STOP_GRACE_MS),
    kill: (signal) => end(signal === 'SIGKILL' ? 0 : STOP_GRACE_MS),
  };
}

async function run(input: ContainerServerInput): Promise<StartedTestContainer> {
  const { GenericContainer, Wait } = await import('testcontainers');
  mkdirSync(input.mount.source, { recursive: true });
  const user = process.getuid?.() === 0 ? undefined : `${process.getuid?.()}:${process.getgid?.()}`;
  let definition = new GenericContainer(input.image)
    .withExposedPorts(...input.ports)
    .withBindMounts([input.mount])
    .withWaitStrategy(Wait.forListeningPorts())
    .withStartupTimeout(PULL_AND_START_WITHIN_MS);
  if (user) definition = definition.withUser(user);
  if (input.command) definition = definition.withCommand(input.command);
  if (input.hostname) definition = definition.withHostname(input.hostname);
  return await definition.start();
}

async function becomesReady(isReady: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + PULL_AND_START_WITHIN_MS;
  while (Date.now() < end) {
    if (await isReady().catch(() => false)) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}
