import type { personalDataErasedSchema } from '@stagereel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson, requestFile } from '../lib/api-client.ts';
import { saveFile } from '../lib/save-file.ts';
import { useSingleMutation } from '../lib/use-single-mutation.ts';
import { usersQuery } from './users.ts';

const URL = '/api/admin/personal-data';

/** POST /api/admin/personal-data/export: saves the file with the data about an address. */
export const useExportPersonalDataAsAdmin = () =>
  useSingleMutation<void, string>({
    mutationFn: async (email) => saveFile(await requestFile(`${URL}/export`, { method: 'POST', json: { email } })),
  });

type Erased = z.infer<typeof personalDataErasedSchema>;

/** POST /api/admin/personal-data/erase: deletes the account of the address too. */
export const useErasePersonalDataAsAdmin = () => {
  const queryClient = useQueryClient();
  return useSingleMutation<Erased, string>({
    mutationFn: (email) => postJson<Erased>(`${URL}/erase`, { email }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: usersQuery().queryKey }),
  });
};
