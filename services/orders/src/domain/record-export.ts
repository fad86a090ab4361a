import { type Actor, adminActedEvent } from '@stagereel/service-kit';
import { texts } from '../texts.ts';
import type { SalesFilter } from './count-sales.ts';
import type { ExportLog } from './ports.ts';

type Deps = { exportLog: ExportLog; now: () => Date };
type Export = { table: 'orders' | 'sales'; filter: SalesFilter; actor: Actor };

const names = { orders: texts.orderFile, sales: texts.salesFile } as const;

/** Tells the audit log who takes which table away, before the first row leaves. */
export const recordExport = async ({ exportLog, now }: Deps, { table, filter, actor }: Export): Promise<void> => {
  const event = adminActedEvent({
    actor,
    action: `${table}.exported`,
    target: { type: 'export', id: table, label: names[table] },
    after: { from: filter.from ?? null, to: filter.to ?? null, contestId: filter.contestId ?? null },
  });
  await exportLog.add({ at: now(), event });
};
