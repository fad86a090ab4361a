import type { Contest } from '@stagereel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminContestQuery } from '../../../api/admin-contests.ts';

/**
 * Asks before a contest without athletes on sale is published. The known number may be old: athletes are edited in another tab. So a zero is
 * read again before the question is asked.
 */
export const usePublicationCheck = () => {
  const queryClient = useQueryClient();
  const [isChecking, setIsChecking] = useState(false);
  const [publish, setPublish] = useState<(() => void) | null>(null);

  const readAthleteCount = async ({ id, athleteCount }: Contest): Promise<number> => {
    if (athleteCount > 0) return athleteCount;
    setIsChecking(true);
    const current = await queryClient.fetchQuery({ ...adminContestQuery(id), staleTime: 0, retry: false }).catch(() => null);
    setIsChecking(false);
    return current?.athleteCount ?? athleteCount;
  };

  return {
    isChecking,
    isAsking: publish !== null,
    /** Calls `confirmed` at once when athletes are on sale; otherwise only after {@link answer}. */
    check: async (contest: Contest, confirmed: () => void): Promise<void> => {
      if ((await readAthleteCount(contest)) > 0) confirmed();
      else setPublish(() => confirmed);
    },
    answer: () => publish?.(),
    close: () => setPublish(null),
  };
};
