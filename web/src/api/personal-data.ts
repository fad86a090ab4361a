import type { OpenedPersonalData, PersonalDataKind, personalDataMessageSchema } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson, requestFile } from '../lib/api-client.ts';
import { saveFile } from '../lib/save-file.ts';
import { useSingleMutation } from '../lib/use-single-mutation.ts';

const URL = '/api/personal-data';

type Message = z.infer<typeof personalDataMessageSchema>;
export type PersonalDataForm = { email: string; kind: PersonalDataKind };

/** POST /api/personal-data/requests: mails a link to the address, whether anything is stored about it or not. */
export const useRequestPersonalData = () =>
  useSingleMutation<Message, PersonalDataForm>({ mutationFn: (form) => postJson<Message>(`${URL}/requests`, form) });

/** POST /api/personal-data/open: what the mailed link is for. A POST, so that the token is in no address; it changes nothing. */
export const openedPersonalDataQuery = (token: string) =>
  queryOptions({
    queryKey: [URL, 'open', token] as const,
    queryFn: ({ signal }) => postJson<OpenedPersonalData>(`${URL}/open`, { token }, { signal }),
    gcTime: 0,
  });

/** POST /api/personal-data/export: saves the file. The link works once. */
export const useExportPersonalData = () =>
  useSingleMutation<void, string>({
    mutationFn: async (token) => saveFile(await requestFile(`${URL}/export`, { method: 'POST', json: { token } })),
  });

/** POST /api/personal-data/erase. The link works once. */
export const useErasePersonalData = () =>
  useSingleMutation<Message, string>({ mutationFn: (token) => postJson<Message>(`${URL}/erase`, { token }) });
