// Covers: services/gateway, services/catalog, services/orders, services/identity, services/notify, services/media
import { expect, test } from '@jest/globals';
import { rehearsalReport, runRehearsal, withOwnShop } from '@stagereel/rehearsal';

const PLAN = { seed: 'rehearsal', athletes: 40, buyers: 25, minutes: 0.5, uploads: 8, hasFaults: false, kills: 1 };
const LIMIT_MS = 600_000;

test(
  'when a contest is played from the roster to the refunds and a service is killed in the rush, then money, orders, mails and downloads agree',
  async () => {
    const build = async (): Promise<void> => undefined;
    const figures = await withOwnShop({ log: () => undefined, build }, (shop) =>
      runRehearsal({ shop, log: () => undefined }, { plan: PLAN, signal: AbortSignal.timeout(LIMIT_MS) }),
    );
    const { text, isKept } = rehearsalReport({ ...figures, staging: undefined });
    expect(text.match(/^\|.*\*\*NO\*\*.*$/gm) ?? []).toEqual([]);
    expect(isKept).toBe(true);
    expect(figures.faults).toEqual([expect.stringMatching(/ killed$/)]);
    expect(figures.downloads.some(({ cuts }) => cuts > 0)).toBe(true);
    expect(figures.deliveries.declined.length).toBeGreaterThan(0);
  },
  LIMIT_MS,
);
