import { contestDeleted } from '@stagereel/contracts';
import { type EventHandler, on } from '@stagereel/service-kit';
import { forgetContest } from '../domain/housekeeping/forget-contest.ts';
import type { MediaDeps } from '../domain/ports.ts';

export const contestDeletedConsumer = (deps: MediaDeps): EventHandler =>
  on(contestDeleted, ({ data }) => forgetContest(deps, data.contestId));
