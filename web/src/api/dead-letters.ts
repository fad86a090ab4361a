import type { deadLetterListSchema, ReplayDeadLetter } from '@stagereel/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { requestNothing } from '../lib/api-client.ts';
import { fetchByKey } from '../lib/query-client.ts';

/** GET /api/admin/dead-letters */
export const deadLettersQuery = () =>
  queryOptions({
    queryKey: ['/api/admin/dead-letters'] as const,
    queryFn: fetchByKey<z.infer<typeof deadLetterListSchema>>(),
    staleTime: 0,
  });

type ReplayOptions = { onReplayed: (letter: ReplayDeadLetter) => void; onFailed: (error: unknown) => void };

/** POST /api/admin/dead-letters/replay */
export const useReplayDeadLetter = ({ onReplayed, onFailed }: ReplayOptions) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: ReplayDeadLetter) => requestNothing('/api/admin/dead-letters/replay', { method: 'POST', json }),
    onSuccess: (_nothing, letter) => onReplayed(letter),
    onError: onFailed,
    onSettled: () => queryClient.invalidateQueries({ queryKey: deadLettersQuery().queryKey }),
  });
};
