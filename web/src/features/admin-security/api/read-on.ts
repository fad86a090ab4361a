import { useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../../../lib/api-client.ts';
import { useSingleMutation } from '../../../lib/use-single-mutation.ts';
import { type AuditFilter, auditPath } from '../lib/audit-filter.ts';
import { type AuditPage, auditLogQuery } from './audit-log.ts';

type Place = { filter: AuditFilter; cursor: string };

/** The next page of the log, which joins what is shown of that search. An infinite query would weigh on every page of the shop. */
export const useReadOn = () => {
  const queryClient = useQueryClient();
  return useSingleMutation<AuditPage, Place>({
    mutationFn: ({ filter, cursor }) => requestJson<AuditPage>(auditPath(filter, cursor)),
    onSuccess: ({ entries, nextCursor }, { filter }) => {
      queryClient.setQueryData(auditLogQuery(filter).queryKey, (known) => known && { entries: [...known.entries, ...entries], nextCursor });
    },
  });
};
