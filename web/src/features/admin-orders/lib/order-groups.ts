import { type AdminLine, isHandled, normalise } from '@stagereel/contracts';
import { type LinesOfOrder, linesByOrder } from '../../../lib/lines-by-order.ts';

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

const groupOf = ({ orderNumber, lines }: LinesOfOrder<AdminLine>): OrderGroup => {
  const [first] = lines;
  const names = lines.flatMap((line) => [line.id, line.athleteNumber, line.athleteName ?? '', line.contestName]);
  return {
    orderNumber,
    lines,
    orderDate: first.orderDate,
    customerEmail: first.customerEmail,
    customerName: first.customerName,
    isHandled: lines.every(({ status }) => isHandled(status)),
    payment: first.payment,
    haystack: searchText([orderNumber, first.customerEmail, first.customerName, ...names].join('\n')),
  };
};

/** Groups in the order of their first line. */
export const groupOrders = (lines: readonly AdminLine[]): OrderGroup[] => linesByOrder(lines).map(groupOf);

/** Every word must occur in number, mail, name, bib, athlete or contest; full-width and case do not matter. */
export const matchesSearch = (group: OrderGroup, query: string): boolean =>
  searchText(query)
    .split(/\s+/u)
    .every((word) => group.haystack.includes(word));
