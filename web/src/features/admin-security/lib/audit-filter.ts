/** What of the log is shown; empty means all. Days as a date field writes them, `2026-11-20`, in Tokyo and both included. */
export type AuditFilter = { q: string; action: string; from: string; to: string };

const instant = (day: string, clock: string): string | null => {
  const time = Date.parse(`${day}T${clock}+09:00`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};

/** The address of one page of the log. A day that is none, from an address somebody mended by hand, narrows nothing. */
export const auditPath = ({ q, action, from, to }: AuditFilter, cursor: string | null): string => {
  const wanted = {
    q: q.trim(),
    action,
    from: instant(from, '00:00:00.000'),
    to: instant(to, '23:59:59.999'),
    cursor,
  };
  const query = new URLSearchParams(Object.entries(wanted).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return query.size === 0 ? '/api/admin/audit' : `/api/admin/audit?${query}`;
};
