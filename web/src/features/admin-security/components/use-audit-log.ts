import { useQuery } from '@tanstack/react-query';
import { auditLogQuery } from '../api/audit-log.ts';
import { useReadOn } from '../api/read-on.ts';
import { type AuditFilter, auditPath } from '../lib/audit-filter.ts';

const isSame = (one: AuditFilter | undefined, other: AuditFilter): boolean =>
  one !== undefined && auditPath(one, null) === auditPath(other, null);

/** The log as it is read: what there is of it, whether more can be had, and what went wrong last. */
export const useAuditLog = (filter: AuditFilter) => {
  const log = useQuery(auditLogQuery(filter));
  const more = useReadOn();
  const { entries, nextCursor = null } = log.data ?? {};
  const readOn = () => {
    if (nextCursor !== null && !log.isPlaceholderData) more.mutate({ filter, cursor: nextCursor });
  };
  return {
    entries,
    isPending: log.isPending,
    hasMore: nextCursor !== null,
    isReadingOn: more.isPending,
    readOn,
    /** A page that did not come says nothing of another search. */
    error: log.error ?? (isSame(more.variables?.filter, filter) ? more.error : null),
    retry: () => (log.isError ? void log.refetch() : readOn()),
    isRetrying: log.isFetching || more.isPending,
  };
};
