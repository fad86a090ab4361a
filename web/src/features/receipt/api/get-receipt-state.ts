import type { ReceiptState } from '@stagereel/contracts';
import { baseOrderNumber } from '@stagereel/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchByKey } from '../../../lib/query-client.ts';

/** Where the receipts of an order are had: by who has proven its address, or by who has the address of its download page. */
export const receiptPaths = {
  ofOrder: (orderNumber: string) => `/api/orders/${encodeURIComponent(baseOrderNumber(orderNumber))}/receipt`,
  ofDownloadPage: (pageId: string) => `/api/download/${encodeURIComponent(pageId)}/receipt`,
} as const;

/** What the form starts from, and the newest receipt. Another browser may have issued one since. */
export const receiptStateQuery = (path: string) =>
  queryOptions({
    queryKey: [path] as const,
    queryFn: fetchByKey<ReceiptState>(),
    staleTime: 0,
  });
