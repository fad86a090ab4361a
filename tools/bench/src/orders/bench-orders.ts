import type { OrderItem } from '@stagereel/contracts';
import { type Admin, startMailReceiver } from '@stagereel/shop-client';
import { pssMiB, withCpu } from '@stagereel/stack';
import { reportRow, reportSection } from '../kit/report.ts';
import { percentile } from '../kit/rounds.ts';
import { withShop } from '../kit/shop.ts';
import { startBareShop } from './bare-shop.ts';
import { closeConnections } from './post.ts';
import { PRICE } from './purchase.ts';
import { type Rush, rush } from './rush.ts';

const ATHLETES = 20;
const CATEGORY = 'ビキニ';
const WARM_UP = { perSecond: 20, seconds: 10 };
const STEADY = { perSecond: 25, seconds: 8 };
const ROUNDS = 3;
const CPU_GOAL_MS = 35;
const BETTER_CPU_MS = 28;
const PEAK = { perSecond: 40, seconds: 10 };

/** A published contest with athletes on sale. */
export const createItems = async (admin: Admin): Promise<OrderItem[]> => {
  const contest = await admin.createContest({ name: 'ベンチ 大会' });
  await admin.createCategory(contest.id, CATEGORY);
  const numbers = Array.from({ length: ATHLETES }, (_, index) => String(index + 1));
  const onSale = { category: CATEGORY, videoStatus: '販売中', verticalVideoPrice: PRICE, horizontalVideoPrice: PRICE } as const;
  await admin.createAthletes(
    contest.id,
    numbers.map((athleteNumber) => ({ athleteNumber, ...onSale })),
  );
  await admin.updateContest(contest.id, { videoPublished: true, sitePublicStatus: 'public' });
  return numbers.map((athleteNumber) => ({ contestId: contest.id, category: CATEGORY, athleteNumber, videoStyle: '縦動画' }));
};

const reportFailures = ({ failures, lost, doubled }: Rush): void => {
  if (failures.length > 0) console.log(`  ${failures.length} purchases failed, the first: ${failures[0]}`);
  reportRow({ name: 'purchases that failed', value: failures.length, unit: '', atMost: 0 });
  reportRow({ name: 'paid orders without a mail', value: lost, unit: '', atMost: 0 });
  reportRow({ name: 'paid orders with two mails', value: doubled, unit: '', atMost: 0 });
};

type Steady = {
  rounds: readonly Rush[];
  /** CPU time of the bare shop per order, in ms, of the round after each of `rounds`. */
  bare: readonly number[];
  services: string[];
  others: string[];
};

const reportSteady = ({ rounds, bare, services, others }: Steady): void => {
  const perOrder = (name: string): number[] => rounds.map(({ cpu, arrived }) => (cpu[name] ?? 0) / arrived);
  const sum = (cpu: Record<string, number>): number => services.reduce((total, name) => total + (cpu[name] ?? 0), 0);
  reportSection(`CPU time per paid and confirmed order, at ${STEADY.perSecond} orders per second`);
  for (const name of services) reportRow({ name, value: perOrder(name), unit: 'ms' });
  const all = rounds.map(({ cpu, arrived }) => sum(cpu) / arrived);
  reportRow({ name: 'all six services', value: all, unit: 'ms', atMost: CPU_GOAL_MS, betterAtMost: BETTER_CPU_MS });
  reportRow({ name: 'bare shop, in turns with them', value: bare, unit: 'ms' });
  const ratios = all.map((ms, index) => ms / (bare[index] ?? Number.NaN));
  reportRow({ name: 'all six services, in orders of the bare shop', value: ratios, unit: '' });
  reportSection('On the same two cores, for information');
  for (const name of others) reportRow({ name, value: perOrder(name), unit: 'ms' });

  reportSection(`Confirmation mails at ${STEADY.perSecond} orders per second, after the card was charged`);
  const ofRounds = (share: number, times: 'mailMs' | 'mailAfterButtonMs' = 'mailMs'): number[] =>
    rounds.map((round) => percentile(round[times], share));
  reportRow({ name: 'p50', value: ofRounds(0.5), unit: 'ms', atMost: 50 });
  reportRow({ name: 'p99', value: ofRounds(0.99), unit: 'ms', atMost: 500 });
  reportRow({ name: 'p50, from the press of the button', value: ofRounds(0.5, 'mailAfterButtonMs'), unit: 'ms' });
  reportRow({ name: 'p99, from the press of the button', value: ofRounds(0.99, 'mailAfterButtonMs'), unit: 'ms' });
  const total = (of: (round: Rush) => number): number => rounds.reduce((count, round) => count + of(round), 0);
  const failures = rounds.flatMap((round) => round.failures);
  const [first] = rounds;
  if (first) reportFailures({ ...first, failures, lost: total(({ lost }) => lost), doubled: total(({ doubled }) => doubled) });
};

const reportPeak = (peak: Rush): void => {
  reportSection(`${PEAK.seconds} seconds at ${PEAK.perSecond} orders per second`);
  reportRow({ name: 'mails p50', value: percentile(peak.mailMs, 0.5), unit: 'ms' });
  reportRow({ name: 'mails p99', value: percentile(peak.mailMs, 0.99), unit: 'ms', atMost: 5000 });
  reportFailures(peak);
};

/** Guests buy at a fixed rate, over the gateway, the card simulator and its webhooks, until their confirmation mail has arrived. */
export const benchOrders = async (): Promise<void> => {
  console.log('orders: guests prove their address, pay and get their confirmation mail');
  const receiver = await startMailReceiver();
  await withShop(
    async ({ info, admin, backing }) => {
      const servicePids = Object.fromEntries(Object.entries(info.services).map(([name, { pid }]) => [name, pid]));
      const backingPids = Object.fromEntries(
        Object.entries(backing.pids()).flatMap(([name, [pid]]) => (pid === undefined ? [] : [[name, pid]])),
      );
      const GENERATOR = 'load generator and mail receiver';
      const pids: Record<string, number> = { ...servicePids, ...backingPids, [GENERATOR]: process.pid };
      const gateway = info.gateway.replace('localhost', '127.0.0.1');
      const input = { gateway, mailbox: receiver.mailbox, items: await createItems(admin) };

      const { mongodb, rabbitmq } = backing;
      const bareShop = await startBareShop({ mongodb, rabbitmq, smtp: receiver.smtpUrl });
      const rounds: Rush[] = [];
      const bare: number[] = [];
      try {
        await rush({ ...input, ...WARM_UP });
        await bareShop.rush(WARM_UP);
        for (let round = 0; round < ROUNDS; round += 1) {
          rounds.push(await rush({ ...input, ...STEADY, pids }));
          const { result, cpu } = await withCpu({ bare: bareShop.pid }, () => bareShop.rush(STEADY));
          bare.push(cpu.bare / result);
        }
      } finally {
        bareShop.stop();
      }
      reportSteady({ rounds, bare, services: Object.keys(servicePids), others: [...Object.keys(backingPids), GENERATOR] });
      reportPeak(await rush({ ...input, ...PEAK }));

      reportSection('Memory afterwards (PSS)');
      const memory = Object.entries(servicePids).map(([name, pid]) => ({ name, value: pssMiB(pid) }));
      for (const { name, value } of memory) reportRow({ name, value, unit: 'MiB' });
      const total = memory.reduce((sum, { value }) => sum + value, 0);
      reportRow({ name: 'all six services', value: total, unit: 'MiB', atMost: 600 });
      closeConnections();
    },
    { receiver },
  ).finally(receiver.stop);
};
