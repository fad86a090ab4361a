import type { Athlete, UpdateAthlete } from '@stagereel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson, requestNothing } from '../lib/api-client.ts';
import { adminAthletesQuery, athleteScope } from './admin-athletes.ts';

type Change = Partial<Omit<Athlete, 'id' | 'contestId' | 'version'>>;
type Rows = readonly Athlete[];

/** The fields that still show the value of this change. A field with another value was edited again since. */
const unchangedFields = ({ row, change }: { row: Athlete; change: Change }): (keyof Change)[] =>
  (Object.keys(change) as (keyof Change)[]).filter((field) => row[field] === change[field]);

const pick = ({ from, fields }: { from: Athlete; fields: readonly (keyof Change)[] }): Change =>
  Object.fromEntries(fields.map((field) => [field, from[field]]));

/** The list with a change that the server has not confirmed yet. */
export const withChange = ({ rows, athleteId, change }: { rows: Rows; athleteId: string; change: Change }): Athlete[] =>
  rows.map((row) => (row.id === athleteId ? { ...row, ...change } : row));

/** The list after the server saved a change, with the server's values; later pending changes of the row stay. */
export const withSaved = ({ rows, saved, change }: { rows: Rows; saved: Athlete; change: Change }): Athlete[] =>
  rows.map((row) =>
    row.id === saved.id ? { ...row, ...pick({ from: saved, fields: unchangedFields({ row, change }) }), version: saved.version } : row,
  );

/** The list with a refused change undone; fields that were edited again since keep the newer value. */
export const revertChange = (options: { rows: Rows; athleteId: string; change: Change; before: Athlete }): Athlete[] => {
  const { rows, athleteId, change, before } = options;
  return rows.map((row) => (row.id === athleteId ? { ...row, ...pick({ from: before, fields: unchangedFields({ row, change }) }) } : row));
};

export type AthleteChange = Omit<UpdateAthlete, 'version'>;
type AthleteUpdate = { athleteId: string; change: AthleteChange };
type UpdateOptions = { contestId: string; onSaved: (athleteId: string) => void; onFailed: (update: AthleteUpdate, error: unknown) => void };

/**
 * PATCH …/athletes/{athleteId}: an optimistic update, undone when the server refuses it. The version lets the server detect an edit made
 * elsewhere. The callbacks also run when the row is no longer mounted.
 */
export const useUpdateAthlete = ({ contestId, onSaved, onFailed }: UpdateOptions) => {
  const queryClient = useQueryClient();
  const { queryKey } = adminAthletesQuery(contestId);
  const rowOf = (athleteId: string): Athlete | undefined => queryClient.getQueryData(queryKey)?.find(({ id }) => id === athleteId);

  return useMutation({
    scope: athleteScope(contestId),
    mutationFn: ({ athleteId, change }: AthleteUpdate) =>
      requestJson<Athlete>(`/api/contests/${contestId}/athletes/${athleteId}`, {
        method: 'PATCH',
        json: { ...change, version: rowOf(athleteId)?.version },
      }),
    onMutate: async ({ athleteId, change }: AthleteUpdate) => {
      await queryClient.cancelQueries({ queryKey });
      const before = rowOf(athleteId);
      queryClient.setQueryData(queryKey, (rows) => rows && withChange({ rows, athleteId, change }));
      return { before };
    },
    onSuccess: (saved, { change }) => {
      queryClient.setQueryData(queryKey, (rows) => rows && withSaved({ rows, saved, change }));
      onSaved(saved.id);
    },
    onError: (error, update, context) => {
      const { athleteId, change } = update;
      const before = context?.before;
      if (before) queryClient.setQueryData(queryKey, (rows) => rows && revertChange({ rows, athleteId, change, before }));
      onFailed(update, error);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
};

export type Deletion = { athlete: Athlete; isPermanent: boolean };
type DeleteOptions = { contestId: string; onDeleted: (deletion: Deletion) => void; onFailed: (deletion: Deletion, error: unknown) => void };

/**
 * DELETE …/athletes/{id} marks an athlete as deleted; DELETE …/athletes/{id}/permanent erases one that is marked. An optimistic update,
 * undone when the server refuses it.
 */
export const useDeleteAthlete = ({ contestId, onDeleted, onFailed }: DeleteOptions) => {
  const queryClient = useQueryClient();
  const { queryKey } = adminAthletesQuery(contestId);
  return useMutation({
    scope: athleteScope(contestId),
    mutationFn: ({ athlete, isPermanent }: Deletion) =>
      requestNothing(`/api/contests/${contestId}/athletes/${athlete.id}${isPermanent ? '/permanent' : ''}`, { method: 'DELETE' }),
    onMutate: async ({ athlete, isPermanent }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (rows) => {
        if (!rows) return rows;
        return isPermanent
          ? rows.filter(({ id }) => id !== athlete.id)
          : withChange({ rows, athleteId: athlete.id, change: { isDeleted: true } });
      });
      return { before };
    },
    onSuccess: (_nothing, deletion) => onDeleted(deletion),
    onError: (error, deletion, context) => {
      if (context?.before) queryClient.setQueryData(queryKey, context.before);
      onFailed(deletion, error);
    },
    // Deleting also increments the row's version.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
};
