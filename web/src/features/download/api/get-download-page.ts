import type { DownloadPage } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchByKey } from '../../../lib/query-client.ts';

/** How often a page asks for a preview that is being made. */
const PREVIEW_EVERY_MS = 10_000;

export const downloadPageQuery = (pageId: string) =>
  queryOptions({
    queryKey: ['/api/download', encodeURIComponent(pageId)] as const,
    queryFn: fetchByKey<DownloadPage>(),
    // Another browser may have claimed a line since.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => data?.orders.some(({ isPreviewComing }) => isPreviewComing) === true && PREVIEW_EVERY_MS,
  });
