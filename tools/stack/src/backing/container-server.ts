import { mkdirSync } from 'node:fs';
import type { StartedTestContainer } from 'testcontainers';
import { StackError } from '../machine/stack-error.mjs';
import { requireFreePorts } from '../ports.ts';
import type { ServerControl } from '../processes/server-control.ts';

const PULL_AND_START_TIMEOUT_MS = 240_000;
const STOP_GRACE_MS = 15_000;
const POLL_MS = 100;

type ContainerServerInput = {
  name: string;
  image: string;
  ports: { container: number; host: number }[];
  /** The data folder on this machine and its path in the container. */
  mount: { source: string; target: string };
  command?: string[];
  /** For a server that keeps its data under its host name. */
  hostname?: string;
  isReady: () => Promise<boolean>;
};

/**
 * Runs a server in a container on a fixed port, with its data on this machine. The helper container of testcontainers removes it after
 * this process has ended.
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
      const ports = { name: input.name, ports: input.ports.map(({ host }) => host) };
      await requireFreePorts(ports);
      container = await run(input).catch(async (error: unknown) => {
        await requireFreePorts(ports);
        throw error;
      });
      const isReady = await becomesReady(input.isReady);
      if (isReady) return;
      await end(0);
      throw new StackError(`${input.name} did not become ready in its container (${input.image}).`);
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
    .withStartupTimeout(PULL_AND_START_TIMEOUT_MS);
  if (user) definition = definition.withUser(user);
  if (input.command) definition = definition.withCommand(input.command);
  if (input.hostname) definition = definition.withHostname(input.hostname);
  return await definition.start();
}

async function becomesReady(isReady: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + PULL_AND_START_TIMEOUT_MS;
  while (Date.now() < end) {
    if (await isReady().catch(() => false)) return true;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return false;
}
