import { createOutboxStore, type OutboxStore } from '@stagereel/service-kit';
import type { Connection } from 'mongoose';
import type { AthleteRepository } from '../domain/athlete/athlete.ts';
import type { ContestRepository } from '../domain/contest/contest.ts';
import type { SaleNoticeRepository } from '../domain/sale/sale-notice.ts';
import { createAthleteModel } from './athlete.model.ts';
import { createAthleteRepository } from './athlete-repository.ts';
import { createContestModel } from './contest.model.ts';
import { createContestRepository } from './contest-repository.ts';
import { openSaleNotices } from './sale-notice-repository.ts';

type Store = {
  contests: ContestRepository;
  athletes: AthleteRepository;
  saleNotices: SaleNoticeRepository;
  outboxes: OutboxStore[];
};

/** Opens the catalog's repositories. Waits for their indexes: without the unique ones, writes could create duplicates. */
export const openStores = async ({ connection, onEvents }: { connection: Connection; onEvents: () => void }): Promise<Store> => {
  const contestModel = createContestModel(connection);
  const athleteModel = createAthleteModel(connection);
  await Promise.all([contestModel.init(), athleteModel.init()]);
  const { saleNotices, outbox } = await openSaleNotices({ connection, onEvents });
  return {
    contests: createContestRepository({ model: contestModel, onEvents }),
    athletes: createAthleteRepository({ model: athleteModel, onEvents }),
    saleNotices,
    outboxes: [
      createOutboxStore(contestModel.collection),
      createOutboxStore(athleteModel.collection, { removeWhen: { purgedAt: { $exists: true } } }),
      outbox,
    ],
  };
};
