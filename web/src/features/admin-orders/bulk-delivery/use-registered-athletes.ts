import type { AdminLine, Athlete } from '@stagereel/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { adminAthletesQuery } from '../../../api/admin-athletes.ts';
import type { RegisteredAthlete } from './match-videos.ts';

/** The registered athletes of the contests of these lines; null until they are loaded. A contest that cannot be loaded counts as empty. */
export const useRegisteredAthletes = (lines: readonly AdminLine[]): readonly RegisteredAthlete[] | null => {
  const queryClient = useQueryClient();
  const contests = useMemo(() => [...new Map(lines.map(({ contestId, contestName }) => [contestId, contestName]))], [lines]);
  const { data = null } = useQuery({
    queryKey: ['athletes-to-match', ...contests.flat()],
    queryFn: async (): Promise<RegisteredAthlete[]> => {
      const lists = await Promise.all(
        contests.map(async ([contestId, contestName]) => {
          const athletes = await queryClient.fetchQuery(adminAthletesQuery(contestId)).catch((): Athlete[] => []);
          return athletes.flatMap(({ isDeleted, category, athleteNumber, name }) =>
            isDeleted ? [] : [{ contestId, contestName, category, athleteNumber, athleteName: name }],
          );
        }),
      );
      return lists.flat();
    },
    staleTime: 0,
  });
  return data;
};
