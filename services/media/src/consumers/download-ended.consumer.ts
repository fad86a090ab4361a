import { downloadEnded } from '@stagereel/contracts';
import { type EventHandler, on } from '@stagereel/service-kit';
import { endClaims } from '../domain/downloads/end-claims.ts';
import type { MediaDeps } from '../domain/ports.ts';

export const downloadEndedConsumer = (deps: Pick<MediaDeps, 'grants' | 'now'>): EventHandler =>
  on(downloadEnded, ({ data: { claims } }) =>
    endClaims(
      deps,
      claims.map(({ claimId, until }) => ({ claimId, until: new Date(until) })),
    ),
  );
