import { describe, expect, test } from '@jest/globals';
import type { AdminLine, OrderAttention } from '../src/index.ts';
import { backOfficeLists, ORDER_ATTENTIONS } from '../src/index.ts';
import { needsAttention, orderFacts } from '../src/rules/order-attention.ts';

type Line = Parameters<typeof orderFacts>[0][0];
type Mail = AdminLine['mails'][number];

/** Friday, 20 November 2026, 18:00 in Japan; Monday is Labour Thanksgiving Day, so the promise ends on Thursday, the 26th. */
const line = (more: Partial<Line> = {}): Line => ({
  status: '未対応',
  orderDate: '2026-11-20T09:00:00.000Z',
  payment: 'paid',
  productionPossible: false,
  claimedAt: null,
  downloadExpiresAt: null,
  mails: [],
  tasks: [],
  receivedAt: null,
  ...more,
});
const delivered = (more: Partial<Line> = {}): Line => line({ status: '納品済み', downloadExpiresAt: '2026-12-26T00:00:00.000Z', ...more });
const problem: Line['tasks'][number] = { id: 't1', kind: 'problemReported', createdAt: '2026-11-21T00:00:00.000Z', text: '音が出ません' };
const claimed = delivered({ claimedAt: '2026-11-26T03:00:00.000Z' });

const attentionsOn = (now: string, lines: [Line, ...Line[]]): OrderAttention[] => {
  const time = { now: new Date(now), today: now.slice(0, 10) };
  return ORDER_ATTENTIONS.filter((attention) => needsAttention[attention](orderFacts(lines), time));
};

describe('what needs attention', () => {
  test.each<[string, string, [Line, ...Line[]], OrderAttention[]]>([
    ['an order is open before its last promised day', '2026-11-25', [line()], []],
    ['it is the last promised day', '2026-11-26', [line()], ['due-today']],
    ['the promised time is over', '2026-11-27', [line()], ['late']],
    ['one of two videos is declined', '2026-11-27', [line({ productionPossible: true }), line()], ['late']],
    ['every video is declined', '2026-11-27', [line({ productionPossible: true })], []],
    ['the price was refunded', '2026-11-27', [line({ payment: 'refunded' })], []],
    ['the order was closed without a delivery', '2026-11-27', [line({ status: '対応済み' })], []],
    ['nothing of a delivery was downloaded', '2026-11-27', [delivered(), delivered()], ['unclaimed']],
    ['one of two videos was downloaded', '2026-11-27', [delivered(), claimed], []],
    ['the only video that is not declined was downloaded', '2026-11-27', [delivered({ productionPossible: true }), claimed], []],
    ['the download page has expired', '2026-12-27', [delivered()], []],
    ['the customer has confirmed the delivery', '2026-11-27', [delivered({ receivedAt: '2026-11-27T00:00:00.000Z' })], []],
    ['a task is open', '2026-11-21', [line({ tasks: [problem] })], ['task']],
    ['a delivered order was refunded', '2026-11-27', [delivered({ payment: 'charged-back' })], []],
  ])('when %s', (_case, day, lines, attentions) => {
    expect(attentionsOn(`${day}T03:00:00.000Z`, lines)).toEqual(attentions);
  });

  const mail = (template: string, state: Mail['state'], hour: number): Mail => ({ template, state, at: `2026-11-21T0${hour}:00:00.000Z` });
  const refund = (lineNumber: string, state: Mail['state'], hour: number): Mail => ({ ...mail('line-refunded', state, hour), lineNumber });
  test.each<[string, Mail[], boolean]>([
    ['a mail was sent', [mail('order-confirmation', 'sent', 1)], false],
    ['a mail failed', [mail('order-confirmation', 'failed', 1)], true],
    ['it was sent again later', [mail('order-confirmation', 'failed', 1), mail('order-confirmation', 'sent', 2)], false],
    ['the mail that was sent again failed', [mail('order-delivery', 'failed', 2), mail('order-delivery', 'sent', 1)], true],
    ['the link to the same page was sent since', [mail('video-replaced', 'failed', 1), mail('order-delivery', 'sent', 2)], false],
    ['only a mail of another kind was sent since', [mail('order-delivery', 'failed', 1), mail('line-refunded', 'sent', 2)], true],
    ['only the refund of another line was mailed since', [refund('1-01', 'failed', 1), refund('1-02', 'sent', 2)], true],
    ['the refund of the same line was mailed since', [refund('1-01', 'failed', 1), refund('1-01', 'sent', 2)], false],
  ])('when %s, then whether the order has a failed mail is decided by the newest mail of each kind', (_case, mails, isFailed) => {
    expect(attentionsOn('2026-11-21T03:00:00.000Z', [line({ mails })]).includes('failed-mail')).toBe(isFailed);
  });
});

test('when a list of the back office is linked, then the address opens its view, its filter and its month', () => {
  expect(backOfficeLists.open()).toBe('?tab=orders');
  expect(backOfficeLists.unclaimed()).toBe('?tab=orders&view=handled&show=unclaimed');
  expect(backOfficeLists.failedMails({ failedMails: { pending: 1, handled: 9 } })).toBe('?tab=orders&show=failed-mail');
  expect(backOfficeLists.tasks({ tasks: { pending: 0, handled: 1 } })).toBe('?tab=orders&view=handled&show=task');
  expect(backOfficeLists.salesOfMonth('2028-02-10')).toBe('?tab=sales&from=2028-02-01&to=2028-02-29');
});
