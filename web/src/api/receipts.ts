import type { IssueReceipt, Receipt, ReceiptPageData } from '@stagereel/contracts';
import { baseOrderNumber } from '@stagereel/contracts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { postJson } from '../lib/api-client.ts';
import { fetchByKey } from '../lib/query-client.ts';
import { useSingleMutation } from '../lib/use-single-mutation.ts';

/** The receipts of an order: for a browser that has verified the order's email address, or for anyone with the download page's link. */
export const receiptPaths = {
  ofOrder: (orderNumber: string) => `/api/orders/${encodeURIComponent(baseOrderNumber(orderNumber))}/receipt`,
  ofDownloadPage: (pageId: string) => `/api/download/${encodeURIComponent(pageId)}/receipt`,
} as const;

/**
 * The initial values of the form, and the latest receipt. Another browser may have issued one since. Whoever has only the link of the download
 * page gets no names and no receipt of earlier.
 */
export const receiptStateQuery = (path: string) =>
  queryOptions({
    queryKey: [path] as const,
    queryFn: fetchByKey<ReceiptPageData>(),
    staleTime: 0,
  });

/** Issues a receipt, which becomes the latest one; the same `key` returns the same receipt again. */
export const useIssueReceipt = (path: string) => {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (receipt: IssueReceipt) => postJson<Receipt>(path, receipt),
    onSuccess: (latest) =>
      queryClient.setQueryData(receiptStateQuery(path).queryKey, (state) => state && { ...state, latest, isIssued: true }),
  });
};
