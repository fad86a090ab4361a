import { useSearchParams } from 'react-router-dom';
import { useAddressFilter, useAddressText } from '../../../lib/use-address-filter.ts';
import type { AuditFilter } from '../lib/audit-filter.ts';

/** What of the log is looked for, kept in the address. `filter` is what the address holds: it follows a moment after what is typed. */
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
