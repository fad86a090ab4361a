import { type AdminLine, baseOrderNumber, isHandled, normalise } from '@stagereel/contracts';

/** All lines of one order, under its base number. */
export type OrderGroup = {
  orderNumber: string;
  lines: AdminLine[];
  orderDate: string;
  customerEmail: string;
  customerName: string;
  isHandled: boolean;
  payment: AdminLine['payment'];
  /** What a search looks through, normalised once. */
  haystack: string;
};

const searchText = (text: string): string => normalise(text).toLowerCase();

const groupOf = (orderNumber: string, lines: AdminLine[]): OrderGroup | null => {
  const [first] = lines;
  if (!first) return null;
  const names = lines.flatMap((line) => [line.id, line.athleteNumber, line.athleteName ?? '', line.contestName]);
  return {
    orderNumber,
    lines: lines.toSorted((a, b) => a.orderNumber.localeCompare(b.orderNumber)),
    orderDate: first.orderDate,
    customerEmail: first.customerEmail,
    customerName: first.customerName,
    isHandled: lines.every(({ status }) => isHandled(status)),
    payment: first.payment,
    haystack: searchText([orderNumber, first.customerEmail, first.customerName, ...names].join('\n')),
  };
};

/** Groups in the order of their first line. */
export const groupOrders = (lines: readonly AdminLine[]): OrderGroup[] => {
  const byNumber = new Map<string, AdminLine[]>();
  for (const line of lines) {
    const orderNumber = baseOrderNumber(line.orderNumber);
    const known = byNumber.get(orderNumber);
    if (known) known.push(line);
    else byNumber.set(orderNumber, [line]);
  }
  return [...byNumber].flatMap(([orderNumber, group]) => groupOf(orderNumber, group) ?? []);
};

/** Every word must occur in number, mail, name, bib, athlete or contest; full-width and case do not matter. */
export const matchesSearch = (group: OrderGroup, query: string): boolean =>
  searchText(query)
    .split(/\s+/u)
    .every((word) => group.haystack.includes(word));
