import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAdmin } from '@stagereel/shop-client';
import type { ServiceName } from '@stagereel/stack';
import { causeFaults, causeKills } from './faults/cause-faults.ts';
import { type MachineWatch, watchMachine } from './measure/machine.ts';
import { createRecorder } from './measure/recorder.ts';
import { isDisturbed, type RehearsalPlan } from './plan/command.ts';
import { ADMIN_ADDRESS } from './plan/schedule.ts';
import { deliverVideos } from './play/deliver-videos.ts';
import { downloadVideos } from './play/download-videos.ts';
import type { Play, PreparedPlay } from './play/play.ts';
import { prepareContest } from './play/prepare-contest.ts';
import { playRush } from './play/rush.ts';
import type { RehearsedShop } from './rehearsed-shop.ts';
import type { RehearsalFigures } from './report.ts';
import { type Books, compareBooks, confirmationDelays } from './verify/books.ts';
import { collectBooks, waitForMails } from './verify/collect-books.ts';

/** How long the last mails may take. After faults, the longest pause between two tries is ten minutes. */
const MAILS_MS = 180_000;
const MAILS_AFTER_FAULTS_MS = 900_000;
const SETTLE_MS = 60_000;
const POLL_MS = 2_000;

type Deps = { shop: RehearsedShop; log: (line: string) => void };

const watchOf = ({ stack, metrics = {} }: RehearsedShop): MachineWatch | undefined => {
  if (!stack) return Object.keys(metrics).length > 0 ? watchMachine({ metricsUrls: metrics }) : undefined;
  const services = Object.keys(stack.info.services) as ServiceName[];
  return watchMachine({
    pids: () => ({
      ...Object.fromEntries(services.map((name) => [name, [stack.info.services[name]?.pid ?? 0]])),
      ...Object.fromEntries(Object.entries(stack.backing.pids()).filter(([, pids]) => pids.length > 0)),
    }),
    metricsUrls: Object.fromEntries(services.map((name) => [name, stack.service(name).metricsUrl])),
  });
};

/** Compares until the last refunds and mails have arrived, or until the time for them is over. */
const verify = async (
  play: PreparedPlay,
  results: Parameters<typeof collectBooks>[1],
): Promise<{ books: Books; disagreements: ReturnType<typeof compareBooks> }> => {
  let totals: Books['totals'] = new Map();
  for (const deadline = performance.now() + SETTLE_MS; ; ) {
    const books = await collectBooks(play, results, totals);
    const disagreements = compareBooks(books);
    const { refunds, refundMails, undelivered, withoutMail } = disagreements;
    const isSettled = [refunds, refundMails, undelivered, withoutMail].every(({ length }) => length === 0);
    if (isSettled || performance.now() > deadline) return { books, disagreements };
    // Only refunds change an order now.
    totals = new Map([...books.totals].filter(([number]) => !refunds.includes(number)));
    await sleep(POLL_MS, undefined, { signal: play.signal });
  }
};

/** Plays the life of a contest and verifies it. @throws the signal's reason when it aborts first */
export const runRehearsal = async (
  { shop, log }: Deps,
  { plan, signal }: { plan: RehearsalPlan; signal: AbortSignal },
): Promise<Omit<RehearsalFigures, 'staging'>> => {
  const start = performance.now();
  const since = Date.now() - 1_000;
  const recorder = createRecorder();
  // Every pause of every visitor listens to it.
  setMaxListeners(0, signal);
  const watch = watchOf(shop);
  try {
    const play: Play = { shop, plan, signal, log, recorder, runId: randomBytes(3).toString('hex') };
    await watch?.begin('preparation');
    const admin = openAdmin({ ...shop, headers: { 'x-forwarded-for': ADMIN_ADDRESS } });
    await admin.signIn(shop.admin);
    const prepared: PreparedPlay = { ...play, admin, contest: await prepareContest(play, admin) };

    log('the rush begins');
    const { stack, proxies } = shop;
    const [rush, { faults, visits: afterFaults }, kills] = await Promise.all([
      playRush(prepared, watch),
      proxies ? causeFaults(prepared, proxies) : { faults: [], visits: [] },
      stack ? causeKills(prepared, stack) : [],
    ]);
    const visits = [...rush.visits, ...afterFaults];
    await watch?.begin('');
    const lastMailMs = await waitForMails(prepared, visits, isDisturbed(plan) ? MAILS_AFTER_FAULTS_MS : MAILS_MS);
    log('the rush is over; the delivery begins');
    await watch?.begin('delivery');
    const deliveries = await deliverVideos(prepared);
    await watch?.begin('downloads');
    const downloads = await downloadVideos(prepared, deliveries.delivered);
    await watch?.begin('');
    log('comparing money, orders, mails and downloads');
    const { books, disagreements } = await verify(prepared, { visits, deliveries, downloads, since });
    if (shop.hasExactMailTimes) {
      const mails = await shop.mailbox.all();
      for (const { phase, ms } of confirmationDelays({ visits, mails })) recorder.add({ phase, step: 'receive the confirmation', ms });
    }
    return {
      plan,
      visits: books.visits,
      rushSeconds: rush.seconds,
      lastMailSeconds: lastMailMs / 1000,
      deliveries,
      downloads,
      faults,
      kills,
      steps: recorder.steps(),
      errors: recorder.errors(),
      loads: watch?.loads() ?? [],
      disagreements,
      seconds: (performance.now() - start) / 1000,
    };
  } finally {
    watch?.stop();
  }
};
