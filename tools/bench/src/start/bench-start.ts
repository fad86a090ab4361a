import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startMailReceiver } from '@stagereel/shop-client';
import { choosePorts, cpuMs, pssMiB, type ServiceName } from '@stagereel/stack';
import { reportRow, reportSection } from '../kit/report.ts';
import { type Shop, withShop } from '../kit/shop.ts';
import { createItems } from '../orders/bench-orders.ts';
import { closeConnections } from '../orders/post.ts';
import { rush } from '../orders/rush.ts';

const ROUNDS = 3;
const IDLE_MS = 5000;
const POLL_MS = 10;
const READY_GOAL_S = 2.5;
const IDLE_GOAL_MIB = 400;
const BUSY_GOAL_MIB = 600;
const LOAD = { perSecond: 20, seconds: 15 };
const BARE = fileURLToPath(new URL('./bare-service.process.mjs', import.meta.url));

type Started = { readyMs: number; cpuMs: number; idleMiB: number };
type Round = Record<string, Started>;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const sum = (round: Round, of: (one: Started) => number): number => Object.values(round).reduce((total, one) => total + of(one), 0);
const slowest = (round: Round): number => Math.max(...Object.values(round).map(({ readyMs }) => readyMs));

/** Restarts all services side by side, as the launcher starts them. */
const restartServices = async ({ info, service }: Shop): Promise<Round> => {
  const names = Object.keys(info.services) as ServiceName[];
  await Promise.all(names.map((name) => service(name).stop()));
  const from = performance.now();
  const started = await Promise.all(
    names.map(async (name) => {
      await service(name).start();
      const pid = info.services[name]?.pid ?? 0;
      return { name, pid, readyMs: performance.now() - from, cpuMs: cpuMs(pid) };
    }),
  );
  await pause(IDLE_MS);
  return Object.fromEntries(started.map(({ name, pid, ...times }) => [name, { ...times, idleMiB: pssMiB(pid) }]));
};

const startBare = async ({ dir, names }: { dir: string; names: readonly string[] }): Promise<Round> => {
  const portOf = await choosePorts({ dir, names: names.map((name) => `bare-${name}`) });
  const from = performance.now();
  const children = names.map((name) => {
    const port = portOf(`bare-${name}`);
    return { name, port, child: spawn(process.execPath, [BARE], { env: { PORT: String(port) }, stdio: 'inherit' }) };
  });
  const started = await Promise.all(
    children.map(async ({ name, port, child }) => {
      const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok ?? false;
      while (!(await isReady())) {
        if (child.exitCode !== null) throw new Error('The bare server did not start');
        await pause(POLL_MS);
      }
      const pid = child.pid ?? 0;
      return { name, pid, readyMs: performance.now() - from, cpuMs: cpuMs(pid) };
    }),
  );
  await pause(IDLE_MS);
  const round = Object.fromEntries(started.map(({ name, pid, ...times }) => [name, { ...times, idleMiB: pssMiB(pid) }]));
  await Promise.all(
    children.map(async ({ child }) => {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    }),
  );
  return round;
};

const report = ({ services, bare }: { services: readonly Round[]; bare: readonly Round[] }): void => {
  const all = (rounds: readonly Round[], of: (round: Round) => number): number[] => rounds.map(of);
  const each = (name: string, of: (one: Started) => number): number[] =>
    services.flatMap((round) => (round[name] ? [of(round[name])] : []));
  const names = Object.keys(services[0] ?? {});

  reportSection('From the start of the processes until /readyz responds with 200');
  for (const name of names) reportRow({ name, value: each(name, ({ readyMs }) => readyMs), unit: 'ms' });
  reportRow({ name: 'all six services', value: all(services, (round) => slowest(round) / 1000), unit: 's', atMost: READY_GOAL_S });
  reportRow({ name: 'six bare Fastify servers', value: all(bare, (round) => slowest(round) / 1000), unit: 's' });

  reportSection('CPU time until then');
  for (const name of names) reportRow({ name, value: each(name, (one) => one.cpuMs), unit: 'ms' });
  reportRow({ name: 'all six services', value: all(services, (round) => sum(round, (one) => one.cpuMs)), unit: 'ms' });
  reportRow({ name: 'six bare Fastify servers', value: all(bare, (round) => sum(round, (one) => one.cpuMs)), unit: 'ms' });

  reportSection(`Memory (PSS) after ${IDLE_MS / 1000} idle seconds`);
  for (const name of names) reportRow({ name, value: each(name, ({ idleMiB }) => idleMiB), unit: 'MiB' });
  const idleOf = (round: Round): number => sum(round, ({ idleMiB }) => idleMiB);
  reportRow({ name: 'all six services', value: all(services, idleOf), unit: 'MiB', atMost: IDLE_GOAL_MIB });
  reportRow({ name: 'six bare Fastify servers', value: all(bare, idleOf), unit: 'MiB' });
};

/** Starts the services beside running backing servers, next to six bare Fastify servers, and measures their memory idle and after orders. */
export const benchStart = async (): Promise<void> => {
  console.log('start: six services, with the backing servers running');
  const receiver = await startMailReceiver();
  await withShop(
    async (shop) => {
      const { info, admin, dir } = shop;
      const rounds: { services: Round[]; bare: Round[] } = { services: [], bare: [] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        const bare = await startBare({ dir, names: Object.keys(info.services) });
        const services = await restartServices(shop);
        // The first round does not count: it reads the files from the disk.
        if (round === 0) continue;
        rounds.bare.push(bare);
        rounds.services.push(services);
      }
      report(rounds);

      const gateway = info.gateway.replace('localhost', '127.0.0.1');
      const { failures } = await rush({ gateway, mailbox: receiver.mailbox, items: await createItems(admin), ...LOAD });
      reportSection(`After ${LOAD.perSecond * LOAD.seconds} orders at ${LOAD.perSecond} per second`);
      reportRow({ name: 'purchases that failed', value: failures.length, unit: '', atMost: 0 });
      const memory = Object.entries(info.services).map(([name, { pid }]) => ({ name, value: pssMiB(pid) }));
      for (const { name, value } of memory) reportRow({ name, value, unit: 'MiB' });
      const total = memory.reduce((all, { value }) => all + value, 0);
      reportRow({ name: 'all six services', value: total, unit: 'MiB', atMost: BUSY_GOAL_MIB });
      closeConnections();
    },
    { receiver },
  ).finally(receiver.stop);
};
