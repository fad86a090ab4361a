import type { claimAnswerSchema } from '@stagereel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson } from '../../../lib/api-client.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { downloadPageQuery } from './get-download-page.ts';

type ClaimAnswer = z.infer<typeof claimAnswerSchema>;
type Claim = { pageId: string; lineId: string };

const lacksCookie = (error: unknown): boolean => error instanceof ApiError && error.code === 'DownloadCookiesNeeded';

/**
 * POST /api/download/{page}/{line}/claim: binds the line to this browser and tells where its video is. A browser that lost its cookie while
 * the page was open has got one with the refusal, and asks once more.
 */
export const claimDownload = async (queryClient: QueryClient, { pageId, lineId }: Claim): Promise<ClaimAnswer> => {
  const claim = () => postJson<ClaimAnswer>(`/api/download/${encodeURIComponent(pageId)}/${encodeURIComponent(lineId)}/claim`, {});
  try {
    return await claim();
  } catch (error) {
    if (!lacksCookie(error)) throw error;
    // A look at the page that is under way would bring one, too: after it, there is one that stays.
    await queryClient.fetchQuery(downloadPageQuery(pageId));
    return claim();
  }
};

export const useClaimDownload = (pageId: string) => {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (lineId: string) => claimDownload(queryClient, { pageId, lineId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: downloadPageQuery(pageId).queryKey }),
  });
};
