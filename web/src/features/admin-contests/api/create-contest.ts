import type { Contest } from '@stagereel/contracts';
import { UNDECIDED_DATE } from '@stagereel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { postJson } from '../../../lib/api-client.ts';
import { adminContestsQuery } from './list-contests.ts';

/** POST /api/contests: a contest begins unpublished, with nothing decided. */
export const useCreateContest = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      postJson<Contest>('/api/contests', {
        name,
        date: UNDECIDED_DATE,
        location: '',
        videoPublished: false,
        photoPublished: false,
        sitePublicStatus: 'private',
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: adminContestsQuery().queryKey, exact: true }),
  });
};
