import { useSearchParams } from 'react-router-dom';
import type { AuditFilter } from '../../../api/security.ts';
import { useAddressFilter, useAddressText } from '../../../lib/use-address-filter.ts';

/** The filter of the log, kept in the address. `filter` is the address's value, which follows the input with a delay. */
export const useAuditFilter = () => {
  const [address] = useSearchParams();
  const [text, setText] = useAddressText('q');
  const [action, setAction] = useAddressFilter('action');
  const [from, setFrom] = useAddressFilter('from');
  const [to, setTo] = useAddressFilter('to');
  const filter: AuditFilter = { q: address.get('q') ?? '', action, from, to };
  return { filter, text, setText, setAction, setFrom, setTo };
};

export type AuditFilterFields = ReturnType<typeof useAuditFilter>;
