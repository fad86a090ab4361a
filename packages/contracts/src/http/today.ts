import { z } from 'zod';

/** Why an order is worth looking at. The order list is filtered by these words: see {@link backOfficeLists}. */
export const ORDER_ATTENTIONS = ['due-today', 'late', 'unclaimed', 'failed-mail', 'task'] as const;
export type OrderAttention = (typeof ORDER_ATTENTIONS)[number];

/** Which contests the list of contests shows. */
export const CONTEST_GAPS = ['no-samples', 'no-athletes'] as const;
export type ContestGap = (typeof CONTEST_GAPS)[number];

type OpenContest = { athleteCount: number; hasSamples: boolean };
/** Whether a contest lacks this: sample videos and pictures, or athletes on sale. */
export const hasGap = {
  'no-samples': ({ hasSamples }) => !hasSamples,
  'no-athletes': ({ athleteCount }) => athleteCount === 0,
} as const satisfies Record<ContestGap, (contest: OpenContest) => boolean>;

const daySchema = z.iso.date();

/** Orders that are listed under 未対応 and under 対応済み. */
const byViewSchema = z.object({ pending: z.int(), handled: z.int() });

/** GET /api/admin/today: what the shop has to do. Days are days in Asia/Tokyo. The response has a strong ETag. */
export const todaySchema = z.object({
  day: daySchema,
  open: z.int().describe('orders that are not handled yet'),
  dueToday: z.int().describe('open orders whose promised delivery time ends today'),
  late: z.int().describe('open orders whose promised delivery time is over'),
  unclaimed: z.int().describe('delivered orders of which the customer has downloaded nothing; their pages are still open'),
  failedMails: byViewSchema.describe('orders with a mail that failed and was not sent again since'),
  tasks: byViewSchema.describe('orders with an open task'),
  sales: z
    .object({
      /** Yen, tax included, as paid; refunds are counted on the day of the sale. */
      total: z.int(),
      refunded: z.int(),
      orders: z.int(),
      days: z.array(z.int()).describe('the total of each day from the first of the month to today'),
    })
    .describe('the sales of this month'),
});
export type Today = z.infer<typeof todaySchema>;

/** GET /internal/contest-gaps (catalog): how many contests lack samples, or athletes on sale. */
export const contestGapsSchema = z.object({ withoutSamples: z.int(), withoutAthletes: z.int() });
export type ContestGaps = z.infer<typeof contestGapsSchema>;

/** GET /internal/admins (identity): the email addresses of the admins. */
export const adminAddressesSchema = z.object({ emails: z.array(z.string()) });

type View = 'pending' | 'handled';
/** The view that has such orders; the other one only if this one has none. */
export const viewWith = ({ pending, handled }: { pending: number; handled: number }): View =>
  pending === 0 && handled > 0 ? 'handled' : 'pending';

const lastDayOf = (day: string): string => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return `${day.slice(0, 8)}${new Date(Date.UTC(year, month, 0)).getUTCDate()}`;
};

const orders = (search: { view?: View; show?: OrderAttention }): string => {
  const { view = 'pending', show } = search;
  return `?${new URLSearchParams({ tab: 'orders', ...(view === 'handled' && { view }), ...(show && { show }) })}`;
};

/** The lists of the dashboard in which what is to do can be done, as query strings of /admin. Both the dashboard and mails link to them. */
export const backOfficeLists = {
  open: () => orders({}),
  late: () => orders({ show: 'late' }),
  dueToday: () => orders({ show: 'due-today' }),
  unclaimed: () => orders({ view: 'handled', show: 'unclaimed' }),
  failedMails: ({ failedMails }: Pick<Today, 'failedMails'>) => orders({ view: viewWith(failedMails), show: 'failed-mail' }),
  tasks: ({ tasks }: Pick<Today, 'tasks'>) => orders({ view: viewWith(tasks), show: 'task' }),
  contests: (show: ContestGap) => `?${new URLSearchParams({ tab: 'contests', show })}`,
  /** @param day a day of the month, such as `2026-11-20` */
  salesOfMonth: (day: string) => `?${new URLSearchParams({ tab: 'sales', from: `${day.slice(0, 8)}01`, to: lastDayOf(day) })}`,
} as const;
