import type { CodePurpose } from './http/codes.ts';
import type { PersonalDataKind } from './http/personal-data.ts';

/** The names of all mails, as used in `mail.sent`, `mail.failed` and an order's `mails`. */
export const MAIL_TEMPLATES = [
  'code',
  'verify-link',
  'personal-data-link',
  'registration',
  'already-registered',
  'password-changed',
  'password-reset',
  'admin-invitation',
  'admin-joined',
  'order-confirmation',
  'order-delivery',
  'order-partial-delivery',
  'order-link',
  'line-refunded',
  'video-replaced',
  'claim-reminder',
  'expiry-reminder',
  'sale-started',
  'daily-summary',
] as const;
export type MailTemplate = (typeof MAIL_TEMPLATES)[number];

/** Mail subjects. The support page shows them too, so that customers can search their mailbox. */
export const codeMailSubjects = {
  order: '【StageReel】認証コードのお知らせ',
  registration: '【StageReel】会員登録の認証コードのお知らせ',
  'sign-in': '【StageReel】ログインの認証コードのお知らせ',
  'admin-sign-in': '【StageReel】管理画面ログインの認証コードのお知らせ',
  'password-change': '【StageReel】パスワード変更の認証コードのお知らせ',
  'password-reset': '【StageReel】パスワード再設定の認証コードのお知らせ',
} as const satisfies Record<CodePurpose, string>;

export const orderConfirmationSubject = (orderNumber: string): string =>
  `【StageReel】ご注文ありがとうございます（注文番号 ${orderNumber}）`;

export const orderDeliverySubject = (orderNumber: string): string => `【StageReel】動画の納品のお知らせ（注文番号 ${orderNumber}）`;

export const orderPartialDeliverySubject = (orderNumber: string): string =>
  `【StageReel】一部の動画の納品のお知らせ（注文番号 ${orderNumber}）`;

export const orderLinkSubject = (orderNumber: string): string => `【StageReel】ご注文内容のご案内（注文番号 ${orderNumber}）`;

export const lineRefundedSubject = (orderNumber: string): string =>
  `【StageReel】動画をお届けできないお詫びとご返金のお知らせ（注文番号 ${orderNumber}）`;

export const videoReplacedSubject = (orderNumber: string): string => `【StageReel】動画の差し替えのお知らせ（注文番号 ${orderNumber}）`;

export const claimReminderSubject = (orderNumber: string): string =>
  `【StageReel】動画のダウンロードはお済みですか（注文番号 ${orderNumber}）`;

export const expiryReminderSubject = (orderNumber: string): string =>
  `【StageReel】動画のダウンロード期限が近づいています（注文番号 ${orderNumber}）`;

export const saleStartedSubject = (contestName: string): string => `【StageReel】${contestName}の動画販売を開始しました`;

/** By what was asked for. */
export const personalDataLinkSubjects = {
  export: '【StageReel】個人情報の開示のお手続き',
  erasure: '【StageReel】個人情報の消去のお手続き',
} as const satisfies Record<PersonalDataKind, string>;

/** @param day as in `11月23日(月)` */
export const dailySummarySubject = (day: string): string => `【StageReel】今日の状況（${day}）`;

export const accountMailSubjects = {
  'verify-link': '【StageReel】メールアドレスの確認のお願い',
  registration: '【StageReel】会員登録完了のお知らせ',
  'already-registered': '【StageReel】会員登録のお申し込みについて',
  'password-changed': '【StageReel】パスワード変更のお知らせ',
  'password-reset': '【StageReel】パスワード再設定のお知らせ',
  'admin-invitation': '【StageReel】管理者への招待のお知らせ',
  'admin-joined': '【StageReel】管理者が追加されました',
} as const satisfies Partial<Record<MailTemplate, string>>;
