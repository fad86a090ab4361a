import type { Media } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchByKey } from '../../../lib/query-client.ts';

/** Milliseconds between two looks while smaller pictures or posters are being made. */
const PROCESSING_MS = 2_000;

/** The contest's covers and samples, in their order. */
export const adminMediaQuery = (contestId: string) =>
  queryOptions({
    queryKey: ['/api/contests', contestId, 'media'] as const,
    queryFn: fetchByKey<Media[]>(),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ processing }) => processing === 'pending') ? PROCESSING_MS : false),
  });
