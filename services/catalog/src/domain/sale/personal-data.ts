import { type EventData, formatDateTime, type PersonalDataSection, type personalDataEraseRequested } from '@stagereel/contracts';
import type { CatalogDeps } from '../deps.ts';

/** What the catalog stores about an address. */
export const describeSaleNotices = async (
  { contests, saleNotices }: CatalogDeps,
  { email }: { email: string },
): Promise<PersonalDataSection[]> => {
  const waiting = await saleNotices.listByEmail(email);
  const records = await Promise.all(
    waiting.map(async ({ contestId, requestedAt }) => ({
      大会: (await contests.find(contestId))?.name ?? null,
      お申し込み日時: formatDateTime(requestedAt.toISOString()),
    })),
  );
  return [{ title: '販売開始のお知らせのお申し込み', records }];
};

/** As often as the event arrives. An address that asked again after the erasure keeps waiting. */
export const eraseSaleNotices = (
  { saleNotices }: CatalogDeps,
  { email, requestedAt }: EventData<typeof personalDataEraseRequested>,
): Promise<void> => saleNotices.removeWaiting({ email, until: new Date(requestedAt) });
