import type { IssueReceipt, Receipt } from '@stagereel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { postJson } from '../../../lib/api-client.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { receiptStateQuery } from './get-receipt-state.ts';

/** Issues a receipt; the same `key` gets the same one again. From then on it is the newest. */
export const useIssueReceipt = (path: string) => {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (wanted: IssueReceipt) => postJson<Receipt>(path, wanted),
    onSuccess: (latest) => queryClient.setQueryData(receiptStateQuery(path).queryKey, (state) => state && { ...state, latest }),
  });
};
