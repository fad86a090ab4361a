import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectMessaging, createLogger } from '@stagereel/service-kit';
import { startMailReceiver } from '@stagereel/shop-client';
import { buildAll, cpuMs, pssMiB, startBacking } from '@stagereel/stack';
import { reportRow, reportSection } from '../kit/report.ts';
import { createRecord, inRounds, median, percentile } from '../kit/rounds.ts';
import { shareOfParts } from './cpu-parts.ts';
import { paidOrder, requestedCode } from './events.ts';
import { createLoad } from './load.ts';
import { BUILT, FROM_SOURCE, type NotifyProcess, startNotify } from './notify-process.ts';
import type { PeerWork } from './peer.process.ts';

const WARM_UPS = 1;
const ROUNDS = 3;
const BURST = 250;
const CODES = 100;
const SECONDS = 5;
const RATES = [25, 40] as const;
/** As notify's queue of order mails. */
const PREFETCH = 10;
const CPU_GOAL_MS = 5;
/** Of all mails at a rate, in ms. */
const GOALS = { 25: { p50: 50, p99: 500 }, 40: { p50: undefined, p99: 5000 } } as const;

const times = <Value>(count: number, create: () => Value): Value[] => Array.from({ length: count }, create);

/** A process that does only the given work: no rendering, no database. */
const startPeer = async () => {
  const child = fork(new URL('./peer.process.ts', import.meta.url));
  await once(child, 'spawn');
  const run = async (work: PeerWork): Promise<number> => {
    child.send(work);
    const [took] = await once(child, 'message');
    return Number(took);
  };
  return { pid: child.pid ?? 0, run, stop: () => child.kill() };
};

/** Measures notify alone: events come through the real broker, and mails go to a receiver that costs little. */
export const benchMails = async (): Promise<void> => {
  console.log(`mails: notify alone; ${ROUNDS} rounds after a warm-up, medians`);
  const dir = await mkdtemp(join(tmpdir(), 'stagereel-bench-'));
  await buildAll();
  const backing = await startBacking({ dir, need: ['mongodb', 'rabbitmq'] });
  const { mongodb, rabbitmq } = backing;
  const logger = createLogger({ service: 'bench', level: 'fatal' });
  const messaging = await connectMessaging({ config: { RABBITMQ_URL: rabbitmq, EVENT_NAMESPACE: 'stagereel' }, logger });
  const load = createLoad(messaging.publish);
  let sample = '';
  const receiver = await startMailReceiver(({ to }, raw) => {
    if (raw.length > sample.length) sample = raw.toString('utf8');
    for (const { address } of to) load.accept(address);
  });
  const peer = await startPeer();
  const started: NotifyProcess[] = [];
  const start = async (args: readonly string[]): Promise<NotifyProcess> => {
    const notify = await startNotify({ dir, mongodb, rabbitmq, smtp: receiver.smtpUrl, args });
    started.push(notify);
    return notify;
  };
  try {
    const notify = await start(BUILT);
    const record = createRecord({ warmUps: WARM_UPS });
    /** Records the CPU time of a process per item. */
    const perItem = async <Result>(name: string, { pid, count }: { pid: number; count: number }, work: () => Promise<Result>) => {
      const before = cpuMs(pid);
      const result = await work();
      record.add(name, (cpuMs(pid) - before) / count);
      return result;
    };
    const atRate = async (perSecond: number): Promise<number> => {
      const kinds = [paidOrder, requestedCode];
      const delays = await perItem(`cpu at ${perSecond}`, { pid: notify.pid, count: perSecond * SECONDS }, () =>
        load.atRate({ perSecond, seconds: SECONDS, kinds }),
      );
      record.add(`p50 at ${perSecond}`, percentile(delays, 0.5));
      record.add(`p99 at ${perSecond}`, percentile(delays, 0.99));
      return 0;
    };
    const speeds = await inRounds({
      warmUps: WARM_UPS,
      rounds: ROUNDS,
      contestants: {
        confirmations: async () =>
          BURST / (await perItem('confirmation', { pid: notify.pid, count: BURST }, () => load.burst(times(BURST, paidOrder)))),
        codes: async () =>
          CODES / (await perItem('code', { pid: notify.pid, count: CODES }, () => load.burst(times(CODES, requestedCode)))),
        broker: async () =>
          (1000 * BURST) /
          (await perItem('broker', { pid: peer.pid, count: BURST }, () =>
            peer.run({ kind: 'broker', url: rabbitmq, count: BURST, bytes: 1000, prefetch: PREFETCH }),
          )),
        smtp: async () =>
          (1000 * BURST) /
          (await perItem('smtp', { pid: peer.pid, count: BURST }, () =>
            peer.run({ kind: 'smtp', url: receiver.smtpUrl, count: BURST, raw: sample, connections: PREFETCH }),
          )),
        rate25: () => atRate(RATES[0]),
        rate40: () => atRate(RATES[1]),
      },
    });
    const memory = pssMiB(notify.pid);
    await notify.stop();

    reportSection(`a burst of ${BURST} confirmations (codes: ${CODES})`);
    reportRow({ name: 'confirmations', value: speeds.confirmations, unit: 'mails/s' });
    reportRow({ name: 'codes', value: speeds.codes, unit: 'mails/s' });
    reportRow({ name: 'bare publish and consume', value: speeds.broker, unit: 'messages/s' });
    reportRow({ name: 'bare nodemailer, the same bytes', value: speeds.smtp, unit: 'mails/s' });
    reportSection('CPU time');
    reportRow({ name: 'notify, per confirmation', value: record.of('confirmation'), unit: 'ms', atMost: CPU_GOAL_MS });
    reportRow({ name: 'notify, per code', value: record.of('code'), unit: 'ms' });
    reportRow({ name: 'bare publish and consume, per message', value: record.of('broker'), unit: 'ms' });
    reportRow({ name: 'bare nodemailer, per mail', value: record.of('smtp'), unit: 'ms' });
    for (const rate of RATES) {
      reportSection(`${rate} orders per second for ${SECONDS} s, each with a confirmation and a code`);
      reportRow({ name: 'notify, CPU time per order', value: record.of(`cpu at ${rate}`), unit: 'ms' });
      for (const each of ['p50', 'p99'] as const) {
        const goal = GOALS[rate][each];
        const value = record.of(`${each} at ${rate}`);
        reportRow({ name: `publish to accepted mail, ${each}`, value, unit: 'ms', ...(goal !== undefined && { atMost: goal }) });
      }
    }
    reportSection('memory of notify afterwards');
    reportRow({ name: 'PSS', value: memory, unit: 'MiB' });

    const profiles = join(dir, 'profiles');
    await mkdir(profiles);
    const profiled = await start(['--cpu-prof', `--cpu-prof-dir=${profiles}`, ...FROM_SOURCE]);
    await load.burst(times(BURST, paidOrder));
    const from = process.hrtime.bigint();
    await load.burst(times(BURST, paidOrder));
    const to = process.hrtime.bigint();
    await profiled.stop();
    reportSection('parts of the CPU time per confirmation, from a profile');
    for (const [name, share] of await shareOfParts({ dir: profiles, from, to })) {
      reportRow({ name, value: share * median(record.of('confirmation')), unit: 'ms' });
    }
  } finally {
    await Promise.all(started.map(({ stop }) => stop()));
    peer.stop();
    await messaging.stop();
    await receiver.stop();
    await backing.stop();
    await rm(dir, { recursive: true, force: true });
  }
};
