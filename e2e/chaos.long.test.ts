// Covers: services/gateway, services/catalog, services/orders, services/identity, services/notify, services/media
import { expect, test } from '@jest/globals';
import { chaosReport, runChaos, withProxiedShop } from '@stagereel/soak';

/** 25 faults, one after the other; together about seven minutes. */
const PLAN = { seed: 'chaos', orders: 200, kills: 10, faultSeconds: 10, cutSeconds: 60 };
const LIMIT_MS = 1_800_000;

test(
  'when each connection is disturbed in each way while 200 customers buy, then nothing is lost or doubled, and the shop recovers',
  async () => {
    const figures = await withProxiedShop({ log: console.log }, (shop) =>
      runChaos({ ...shop, log: console.log }, { plan: PLAN, signal: AbortSignal.timeout(LIMIT_MS) }),
    );
    const { text, isKept } = chaosReport({ plan: PLAN, figures });
    console.log(text);
    expect(figures.faults).toHaveLength(25);
    expect(text.match(/^- \*\*broken\*\*: .*$/gm) ?? []).toEqual([]);
    expect(isKept).toBe(true);
  },
  LIMIT_MS,
);
