import {
  type ContestGaps,
  DAY,
  dailySummaryRequested,
  type EventEnvelope,
  japaneseDay,
  japaneseHour,
  type Today,
} from '@stagereel/contracts';
import { createEvent } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { countToday, type DayFacts } from './count-today.ts';

/** A payment is stored a little after its time, so the last minute is left to the next summary: each order is in one of them. */
const UNSETTLED_MS = 60_000;

type Period = { since: Date; until: Date };
const salesIn = (orders: readonly DayFacts[], { since, until }: Period) => {
  const sold = orders.filter(({ paidAt }) => paidAt >= since && paidAt < until);
  return { since: since.toISOString(), orders: sold.length, total: sold.reduce((sum, { total }) => sum + total, 0) };
};

const needsAdmins = ({ open, failedMails, tasks }: Today): boolean =>
  open + failedMails.pending + failedMails.handled + tasks.pending + tasks.handled > 0;

const readGaps = async ({ catalog, logger }: OrdersDeps): Promise<ContestGaps | null> => {
  try {
    return await catalog.countGaps();
  } catch (err) {
    logger.warn({ err }, 'Daily summary has no figures of contests');
    return null;
  }
};

const createEvents = async (deps: OrdersDeps, { day, now, until }: { day: string; now: Date; until: Date }): Promise<EventEnvelope[]> => {
  if (!(await deps.settings.read()).dailySummary) return [];
  const orders = await deps.orderList.facts();
  const today = countToday(orders, now);
  const since = (await deps.summaries.lastBefore(day)) ?? new Date(until.getTime() - DAY * 1000);
  const newSales = salesIn(orders, { since, until });
  if (!needsAdmins(today) && newSales.orders === 0) return [];
  const [emails, contests] = await Promise.all([deps.admins.listAddresses(), readGaps(deps)]);
  const expiresAt = new Date(now.getTime() + DAY * 1000).toISOString();
  return emails.map((email) => createEvent(dailySummaryRequested, { email, today, newSales, contests, expiresAt }));
};

/**
 * Mails the admins once a day, from the configured hour in Japan on, what they have to do. On a quiet day, or if it is switched off, the day counts
 * as decided too. Runs in every replica: the day is the id of the stored decision, so the first one wins.
 * @throws AppError ServiceUnavailable when identity cannot say who the admins are; the next run tries again
 */
export const sendDailySummary = async (deps: OrdersDeps): Promise<void> => {
  const now = deps.now();
  const day = japaneseDay(now);
  if (japaneseHour(now) < deps.summaryHour || (await deps.summaries.has(day))) return;
  const until = new Date(now.getTime() - UNSETTLED_MS);
  await deps.summaries.add({ day, at: until, events: await createEvents(deps, { day, now, until }) });
};
