import type { AdminLine, Athlete, Contest } from '@stagereel/contracts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { adminAthletesQuery } from '../../../api/admin-athletes.ts';
import { contestsQuery } from '../../../api/contests.ts';
import type { RegisteredContest } from './contest-names.ts';
import { contradictionsOfName } from './contradictions.ts';
import type { RegisteredAthlete } from './match-videos.ts';

/** All contests of the shop, and the athletes of some of them. */
type Registered = { athletes: readonly RegisteredAthlete[]; contests: readonly RegisteredContest[] };

/** A list that cannot be loaded counts as empty. */
const fetchRegistered = async (queryClient: QueryClient, contests: readonly RegisteredContest[]): Promise<Registered> => {
  const [all, ...lists] = await Promise.all([
    queryClient.fetchQuery(contestsQuery()).catch((): Contest[] => []),
    ...contests.map(async ({ contestId, contestName }) => {
      const athletes = contestId ? await queryClient.fetchQuery(adminAthletesQuery(contestId)).catch((): Athlete[] => []) : [];
      return athletes.flatMap(({ isDeleted, category, athleteNumber, name }) =>
        isDeleted ? [] : [{ contestId, contestName, category, athleteNumber, athleteName: name }],
      );
    }),
  ]);
  return { athletes: lists.flat(), contests: all.map(({ id: contestId, name: contestName }) => ({ contestId, contestName })) };
};

/** The contests of the shop, and the registered athletes of the contests of these lines; null until they are loaded. */
export const useRegistered = (lines: readonly AdminLine[]): Registered | null => {
  const queryClient = useQueryClient();
  const contests = useMemo(
    () => [...new Map(lines.map(({ contestId, contestName }) => [contestId, { contestId, contestName }])).values()],
    [lines],
  );
  const { data = null } = useQuery({
    queryKey: ['athletes-to-match', contests],
    queryFn: () => fetchRegistered(queryClient, contests),
    staleTime: 0,
  });
  return data;
};

/** What the name of a file says against the line that it is chosen for. */
export const findContradictions = async (queryClient: QueryClient, { line, fileName }: { line: AdminLine; fileName: string }) => {
  const registered = await fetchRegistered(queryClient, [line]);
  return contradictionsOfName({ fileName, line, ...registered }).map(({ text }) => text);
};
