import type { DownloadPage } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchByKey } from '../../../lib/query-client.ts';

export const downloadPageQuery = (pageId: string) =>
  queryOptions({
    queryKey: ['/api/download', encodeURIComponent(pageId)] as const,
    queryFn: fetchByKey<DownloadPage>(),
    // Another browser may have claimed a line since.
    staleTime: 0,
  });
