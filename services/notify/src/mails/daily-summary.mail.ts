import { backOfficeLists, dailySummaryRequested, dailySummarySubject, formatDate, formatDateTime, formatYen } from '@stagereel/contracts';
import type { z } from 'zod';
import type { ContentBlock, Fact, TextLink } from './content.ts';
import { defineMail } from './mail.ts';
import { shopPages } from './shop-pages.ts';
import { mailTexts } from './texts.ts';

type Summary = z.infer<typeof dailySummaryRequested.schema>;

/** Noon, so that the day is the same in every time zone near Japan. */
const dayText = (day: string): string => formatDate(`${day}T12:00:00+09:00`);
const both = ({ pending, handled }: { pending: number; handled: number }): number => pending + handled;

const heading = ({ today: { late, dueToday, open } }: Summary): string => {
  if (late > 0) return `納期を過ぎた注文が${late}件あります`;
  if (dueToday > 0) return `本日が納期の注文が${dueToday}件あります`;
  return open > 0 ? `未対応の注文が${open}件あります` : '今日の状況をお知らせします';
};

const orderFacts = ({ today }: Summary): Fact[] => [
  { label: '未対応の注文', value: `${today.open}件` },
  { label: '納期を過ぎた注文', value: `${today.late}件` },
  { label: '本日が納期の注文', value: `${today.dueToday}件` },
  { label: 'お客様の受け取り待ち', value: `${today.unclaimed}件` },
  { label: 'メールを送信できなかった注文', value: `${both(today.failedMails)}件` },
  { label: '要対応がある注文', value: `${both(today.tasks)}件` },
];

const salesFacts = ({ today: { sales }, newSales }: Summary): Fact[] => [
  { label: `${formatDateTime(newSales.since)}以降`, value: `${formatYen(newSales.total)}（${newSales.orders}件）` },
  { label: '今月', value: `${formatYen(sales.total)}（${sales.orders}件）` },
  ...(sales.refunded > 0 ? [{ label: '今月の売上のうち返金', value: formatYen(sales.refunded) }] : []),
];

const contestBlock = ({ contests }: Summary): ContentBlock =>
  contests === null
    ? { kind: 'notes', heading: '大会', notes: ['大会の状況は取得できませんでした。管理画面の「大会管理」でご確認ください。'] }
    : {
        kind: 'facts',
        heading: '大会',
        facts: [
          { label: 'サンプルのない大会', value: `${contests.withoutSamples}件` },
          { label: '販売中の選手がいない大会', value: `${contests.withoutAthletes}件` },
        ],
      };

type List = TextLink & { isNeeded: boolean };

/** Links to the lists that are not empty; the list of open orders is the button of the mail. */
const links = ({ today, contests, newSales }: Summary, at: (search: string) => string): TextLink[] => {
  const lists: List[] = [
    {
      label: '納期を過ぎた注文',
      url: at(backOfficeLists.late()),
      note: '先に納品するか、お客様にご連絡ください。',
      isNeeded: today.late > 0,
    },
    { label: '本日が納期の注文', url: at(backOfficeLists.dueToday()), note: '今日中に納品してください。', isNeeded: today.dueToday > 0 },
    {
      label: 'メールを送信できなかった注文',
      url: at(backOfficeLists.failedMails(today)),
      note: '宛先を確認して、注文の詳細から再送信できます。',
      isNeeded: both(today.failedMails) > 0,
    },
    {
      label: '要対応がある注文',
      url: at(backOfficeLists.tasks(today)),
      note: '注文ごとに内容を確認できます。',
      isNeeded: both(today.tasks) > 0,
    },
    {
      label: 'お客様の受け取り待ちの注文',
      url: at(backOfficeLists.unclaimed()),
      note: '納品後、まだ一度もダウンロードされていません。',
      isNeeded: today.unclaimed > 0,
    },
    {
      label: 'サンプルのない大会',
      url: at(backOfficeLists.contests('no-samples')),
      note: 'サンプルを追加できます。',
      isNeeded: (contests?.withoutSamples ?? 0) > 0,
    },
    {
      label: '販売中の選手がいない大会',
      url: at(backOfficeLists.contests('no-athletes')),
      note: '選手の販売状態を確認できます。',
      isNeeded: (contests?.withoutAthletes ?? 0) > 0,
    },
    {
      label: '今月の売上',
      url: at(backOfficeLists.salesOfMonth(today.day)),
      note: '日別・大会別の売上を確認できます。',
      isNeeded: newSales.orders > 0,
    },
  ];
  return lists.filter(({ isNeeded }) => isNeeded).map(({ label, url, note }) => ({ label, url, note }));
};

const linkBlocks = (found: TextLink[]): ContentBlock[] =>
  found.length === 0 ? [] : [{ kind: 'links', heading: '対応が必要な一覧', links: found }];

/** What the shop has to do, once a day to each admin. */
export const dailySummaryMail = defineMail({
  template: 'daily-summary',
  event: dailySummaryRequested,
  recipient: ({ email }) => email,
  orderNumber: () => null,
  expiresAt: ({ expiresAt }) => new Date(expiresAt),
  subject: ({ today }) => dailySummarySubject(dayText(today.day)),
  content: ({ data, shop }) => {
    const { admin } = shopPages(shop);
    return {
      preview: `未対応 ${data.today.open}件、納期超過 ${data.today.late}件、本日が納期 ${data.today.dueToday}件。`,
      heading: heading(data),
      blocks: [
        { kind: 'paragraph', text: `${dayText(data.today.day)}の状況です。` },
        { kind: 'link', label: '未対応の注文を開く', url: admin(backOfficeLists.open()), hint: mailTexts.buttonHint },
        { kind: 'facts', heading: '注文', facts: orderFacts(data) },
        { kind: 'facts', heading: '売上（税込）', facts: salesFacts(data) },
        contestBlock(data),
        ...linkBlocks(links(data, admin)),
        {
          kind: 'notes',
          heading: 'このお知らせについて',
          notes: [
            '対応が必要な注文があるか、前回のお知らせ以降に売上があった日に、管理者の方へ1日1回お送りしています。',
            '管理画面の「動画注文一覧」にある「通知の設定」で、送信を停止できます。',
          ],
        },
      ],
    };
  },
  samples: {
    'busy-day': {
      email: 'admin@example.jp',
      today: {
        day: '2026-11-23',
        open: 42,
        dueToday: 8,
        late: 3,
        unclaimed: 17,
        failedMails: { pending: 0, handled: 2 },
        tasks: { pending: 1, handled: 1 },
        sales: { total: 1_284_500, refunded: 15_000, orders: 173, days: [] },
      },
      newSales: { since: '2026-11-21T23:00:00.000Z', orders: 12, total: 86_500 },
      contests: { withoutSamples: 1, withoutAthletes: 2 },
      expiresAt: '2126-11-27T09:00:00.000Z',
    },
    'only-sales-without-catalog': {
      email: 'admin@example.jp',
      today: {
        day: '2026-11-23',
        open: 0,
        dueToday: 0,
        late: 0,
        unclaimed: 0,
        failedMails: { pending: 0, handled: 0 },
        tasks: { pending: 0, handled: 0 },
        sales: { total: 5000, refunded: 0, orders: 1, days: [] },
      },
      newSales: { since: '2026-11-21T23:00:00.000Z', orders: 1, total: 5000 },
      contests: null,
      expiresAt: '2126-11-27T09:00:00.000Z',
    },
  },
});
