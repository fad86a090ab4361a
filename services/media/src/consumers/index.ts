import { contestDeleted, downloadEnded } from '@stagereel/contracts';
import { type Consumer, defineConsumers, on } from '@stagereel/service-kit';
import type { MediaDeps } from '../domain/deps.ts';
import { endClaims } from '../domain/download/tickets.ts';
import { removeContest } from '../domain/sweep/remove-contest.ts';

/** All queues of the media service. */
export const mediaConsumers = ({ deps, retryDelaysMs }: { deps: MediaDeps; retryDelaysMs: readonly number[] }): Consumer[] =>
  defineConsumers({
    service: 'media',
    retryDelaysMs,
    queues: {
      contests: { handlers: [on(contestDeleted, ({ data }) => removeContest(deps, data.contestId))] },
      downloads: {
        handlers: [
          on(downloadEnded, ({ data }) =>
            endClaims(
              deps,
              data.claims.map(({ claimId, until }) => ({ claimId, until: new Date(until) })),
            ),
          ),
        ],
      },
    },
  });
