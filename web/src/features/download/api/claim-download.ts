import type { claimAnswerSchema } from '@stagereel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson } from '../../../lib/api-client.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { downloadPageQuery } from './get-download-page.ts';

type ClaimAnswer = z.infer<typeof claimAnswerSchema>;

/** POST /api/download/{page}/{line}/claim: binds the line to this browser and tells where its video is. */
export const useClaimDownload = (pageId: string) => {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (lineId: string) =>
      postJson<ClaimAnswer>(`/api/download/${encodeURIComponent(pageId)}/${encodeURIComponent(lineId)}/claim`, {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey: downloadPageQuery(pageId).queryKey }),
  });
};
