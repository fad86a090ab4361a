import type { claimResponseSchema, DownloadPage } from '@stagereel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { postJson } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';
import { fetchByKey } from '../lib/query-client.ts';
import { useSingleMutation } from '../lib/use-single-mutation.ts';

/** Poll interval while the server makes a preview. */
const PREVIEW_MS = 10_000;

/** GET /api/download/{page} */
export const downloadPageQuery = (pageId: string) =>
  queryOptions({
    queryKey: ['/api/download', encodeURIComponent(pageId)] as const,
    queryFn: fetchByKey<DownloadPage>(),
    // Another browser may have claimed a line since.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => data?.orders.some(({ isPreviewComing }) => isPreviewComing) === true && PREVIEW_MS,
  });

type ClaimResponse = z.infer<typeof claimResponseSchema>;
type Claim = { pageId: string; lineId: string };

const isCookieMissing = (error: unknown): boolean => error instanceof ApiError && error.code === 'DownloadCookiesNeeded';

/**
 * POST /api/download/{page}/{line}/claim: binds the line to this browser and returns the address of its video. When the browser lost its
 * cookie while the page was open, the refusal sets a new one, and the claim is sent once more.
 */
const claimDownload = async (queryClient: QueryClient, { pageId, lineId }: Claim): Promise<ClaimResponse> => {
  const claim = () => postJson<ClaimResponse>(`/api/download/${encodeURIComponent(pageId)}/${encodeURIComponent(lineId)}/claim`, {});
  try {
    return await claim();
  } catch (error) {
    if (!isCookieMissing(error)) throw error;
    // A pending request for the page would set another cookie, so wait until it is done.
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
