// Covers: services/gateway, services/catalog, services/orders, services/identity, services/notify, services/media
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { rehearsalReport, runRehearsal, withOwnShop } from '@stagereel/rehearsal';
import { choosePorts, serviceNames, startStack } from '@stagereel/stack';

const PLAN = { seed: 'rehearsal', athletes: 40, buyers: 25, minutes: 0.5, uploads: 8, hasFaults: false, kills: 1 };
const LIMIT_MS = 600_000;

const notKept = (text: string): string[] => text.match(/^\|.*\*\*NO\*\*.*$/gm) ?? [];

test(
  'when a contest is played from the roster to the refunds and a service is killed in the rush, then money, orders, mails and downloads agree',
  async () => {
    const build = async (): Promise<void> => undefined;
    const figures = await withOwnShop({ log: () => undefined, build }, (shop) =>
      runRehearsal({ shop, log: () => undefined }, { plan: PLAN, signal: AbortSignal.timeout(LIMIT_MS) }),
    );
    const { text, isKept } = rehearsalReport({ ...figures, staging: undefined });
    expect(notKept(text)).toEqual([]);
    expect(isKept).toBe(true);
    expect(figures.faults).toEqual([expect.stringMatching(/ killed$/)]);
    expect(figures.downloads.some(({ cuts }) => cuts > 0)).toBe(true);
    expect(figures.deliveries.declined.length).toBeGreaterThan(0);
  },
  LIMIT_MS,
);

test(
  'when the rehearsal gets the addresses of a running shop, then it plays there, and its report says which process limits first',
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'stagereel-staging-'));
    const portOf = await choosePorts({ dir, names: ['gateway'] });
    const stack = await startStack({ dir, port: portOf('gateway'), env: { ...process.env, TRUSTED_PROXIES: 'loopback' } });
    try {
      const { info, backing, service } = stack;
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
      await rm(dir, { recursive: true, force: true });
    }
  },
  LIMIT_MS,
);
