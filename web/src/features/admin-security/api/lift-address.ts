import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestNothing } from '../../../lib/api-client.ts';
import { securityDashboardQuery } from './security-dashboard.ts';

/** Where an address is taken off: from those that may not sign in, or from those that are known. */
export type AddressKind = 'blocked' | 'trusted';
type Options = { kind: AddressKind; onLifted: (address: string) => void; onFailed: (address: string, error: unknown) => void };

/** DELETE /api/admin/{blocked,trusted}-addresses/{address}. The figures are read anew whatever came of it. */
export const useLiftAddress = ({ kind, onLifted, onFailed }: Options) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (address: string) => requestNothing(`/api/admin/${kind}-addresses/${encodeURIComponent(address)}`, { method: 'DELETE' }),
    onSuccess: (_nothing, address) => onLifted(address),
    onError: (error, address) => onFailed(address, error),
    onSettled: (_nothing, error) => {
      const readAnew = queryClient.invalidateQueries({ queryKey: securityDashboardQuery().queryKey });
      // What failed may be tried again at once; a lifted address stays busy until its row has gone.
      return error ? undefined : readAnew;
    },
  });
};
