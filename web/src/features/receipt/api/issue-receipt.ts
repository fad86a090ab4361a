import type { IssueReceipt, Receipt } from '@stagereel/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { postJson } from '../../../lib/api-client.ts';
import { receiptStateQuery } from './get-receipt-state.ts';

/** Issues a receipt; the same `key` gets the same one again. From then on it is the newest. */
export const useIssueReceipt = (path: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (wanted: IssueReceipt) => postJson<Receipt>(path, wanted),
    onSuccess: (latest) => queryClient.setQueryData(receiptStateQuery(path).queryKey, (state) => state && { ...state, latest }),
  });
};
