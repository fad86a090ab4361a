import { useQueryClient } from '@tanstack/react-query';
import { adminMediaQuery } from './list-media.ts';

/** Reads anew what depends on a contest's media: their list, and the contest that shows the newest cover. */
export const useMediaChange = (contestId: string) => {
  const queryClient = useQueryClient();
  return async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: adminMediaQuery(contestId).queryKey });
  };
};
