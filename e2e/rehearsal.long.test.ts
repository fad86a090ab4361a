// Covers: services/gateway, services/catalog, services/orders, services/identity, services/notify, services/media
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { rehearsalReport, runRehearsal, withOwnShop } from '@stagereel/rehearsal';
import { serviceNames, startTemporaryStack } from '@stagereel/stack';

const PLAN = { seed: 'rehearsal', athletes: 40, buyers: 25, minutes: 0.5, uploads: 8, hasFaults: false, kills: 1 };
const LIMIT_MS = 600_000;
/** The rush takes ten minutes; after each of the 25 faults the shop may need time to recover. */
const FAULTS_LIMIT_MS = 1_800_000;

const notKept = (text: string): string[] => text.match(/^\|.*\*\*NO\*\*.*$/gm) ?? [];

/** Plays it in a shop of its own, and returns the figures and what the report says is not true. */
const rehearse = async (plan: Parameters<typeof runRehearsal>[1]['plan'], limitMs: number) => {
  const { hasFaults } = plan;
  const build = async (): Promise<void> => undefined;
  const figures = await withOwnShop({ log: () => undefined, hasFaults, build }, (shop) =>
    runRehearsal({ shop, log: console.log }, { plan, signal: AbortSignal.timeout(limitMs) }),
  );
  const { text, isKept } = rehearsalReport({ ...figures, staging: undefined });
  return { figures, broken: notKept(text), isKept };
};

test(
  'when a contest is played from the roster to the refunds and a service is killed in the rush, then money, orders, mails and downloads agree',
  async () => {
    const { figures, broken, isKept } = await rehearse(PLAN, LIMIT_MS);
    expect(broken).toEqual([]);
    expect(isKept).toBe(true);
    expect(figures.kills).toHaveLength(1);
    expect(figures.downloads.some(({ cuts }) => cuts > 0)).toBe(true);
    expect(figures.deliveries.declined.length).toBeGreaterThan(0);
  },
  LIMIT_MS,
);

test(
  'when each connection is disturbed in each way and services are killed while 200 visitors buy, then nothing is lost or doubled, and the shop recovers',
  async () => {
    const { figures, broken, isKept } = await rehearse(
      { ...PLAN, seed: 'faults', buyers: 200, minutes: 10, hasFaults: true, kills: 10 },
      FAULTS_LIMIT_MS,
    );
    expect(broken).toEqual([]);
    expect(isKept).toBe(true);
    expect(figures.faults).toHaveLength(25);
    expect(figures.kills).toHaveLength(10);
  },
  FAULTS_LIMIT_MS,
);

test(
  'when the rehearsal gets the addresses of a running shop, then it plays there, and its report says which process limits first',
  async () => {
    const stack = await startTemporaryStack({ env: { TRUSTED_PROXIES: 'loopback' } });
    try {
      const { dir, info, backing, service } = stack;
      const report = join(dir, 'report.md');
      const args = [
        ...['--shop', info.gateway, '--mailbox', info.mailbox, '--stripe', info.stripe, '--report', report, '--seed', 'staging'],
        ...['--metrics', serviceNames.map((name) => `${name}=${service(name).metricsUrl}`).join(',')],
        ...['--contest', '40', '--buyers', '15', '--minutes', '0.5', '--uploads', '4'],
      ];
      const program = join(import.meta.dirname, '../tools/rehearsal/src/main.ts');
      const secrets = { ADMIN_EMAIL: info.admin.email, ADMIN_PASSWORD: info.admin.password, STRIPE_SECRET_KEY: backing.stripe.secretKey };
      const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], {
        ...{ env: { ...process.env, ...secrets }, stdio: ['ignore', 'ignore', 'inherit'], timeout: LIMIT_MS },
      });
      const [code] = await once(child, 'exit');
      const text = await readFile(report, 'utf8');
      expect(notKept(text)).toEqual([]);
      expect(code).toBe(0);
      expect(text).toContain(`in the shop at ${info.gateway}`);
      expect(text).toMatch(/^\| orders \| \d+\.\d \|$/m);
      expect(text).toMatch(/used most CPU time \(\d+ % of one core.*Only processes whose metrics were given are known\./);
    } finally {
      await stack.stop();
    }
  },
  LIMIT_MS,
);
