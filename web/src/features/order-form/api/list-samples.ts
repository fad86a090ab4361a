import type { Media } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchByKey } from '../../../lib/query-client.ts';

const isSample = ({ category }: Media): boolean => category === 'sample';

/** What the contest shows of its videos, in the contest's order. */
export const samplesQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId, 'media'] as const,
    queryFn: fetchByKey<Media[]>(),
    select: (media) => media.filter(isSample).sort((a, b) => a.displayOrder - b.displayOrder),
  });
