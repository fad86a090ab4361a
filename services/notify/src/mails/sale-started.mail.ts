import { saleStarted, saleStartedSubject } from '@stagereel/contracts';
import { defineMail } from './mail.ts';
import { shopPages } from './shop-pages.ts';
import { mailTexts } from './texts.ts';

const heading = (contestName: string): string => `${contestName}の動画販売を開始しました`;

/** The sale of an announced contest started; the visitor asked to be told. */
export const saleStartedMail = defineMail({
  template: 'sale-started',
  event: saleStarted,
  recipient: ({ email }) => email,
  isRecipientForgotten: true,
  orderNumber: () => null,
  expiresAt: ({ expiresAt }) => new Date(expiresAt),
  subject: ({ contestName }) => saleStartedSubject(contestName),
  content: ({ data: { contestName, contestSlug, date, location }, shop }) => ({
    preview: `お待たせいたしました。${heading(contestName)}。`,
    heading: heading(contestName),
    blocks: [
      {
        kind: 'paragraph',
        text: 'お待たせいたしました。販売開始のお知らせをお申し込みいただいた大会の動画を、ご注文いただけるようになりました。',
      },
      { kind: 'link', label: '動画を注文する', url: shopPages(shop).orderForm(contestSlug), hint: mailTexts.buttonHint },
      {
        kind: 'facts',
        heading: '大会',
        facts: [
          { label: '大会名', value: contestName },
          { label: '開催日', value: date },
          ...(location === '' ? [] : [{ label: '会場', value: location }]),
        ],
      },
      {
        kind: 'notes',
        heading: 'メールアドレスの取り扱い',
        notes: [
          'このお知らせのためにお預かりしたメールアドレスは、このメールの送信をもって削除しました。',
          'このメールに心当たりがない場合は、何もせずに破棄してください。',
        ],
      },
    ],
  }),
  samples: {
    usual: {
      email: 'hanako@example.jp',
      contestName: 'ステージカップ2026 東京大会',
      contestSlug: 'ステージカップ2026東京大会',
      date: '2026年11月3日',
      location: '東京体育館',
      expiresAt: '2126-11-27T09:00:00.000Z',
    },
    'long-name-without-place': {
      email: 'hanako@example.jp',
      contestName: '第38回ステージリール杯 全国フィットネス選手権大会 東日本ブロック予選・オータムカップ2026 決勝',
      contestSlug: '第38回ステージリール杯全国フィットネス選手権大会東日本ブロック予選オータムカップ2026決勝',
      date: '未定',
      location: '',
      expiresAt: '2126-11-27T09:00:00.000Z',
    },
  },
});
