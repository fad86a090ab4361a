import type { AdminAction } from './events/admin-acted.ts';
import type { MailTemplate } from './mails.ts';

/** What an admin did, for people: in the back office and in the file with a person's data. */
export const adminActionWords: Readonly<Record<AdminAction, string>> = {
  'contest.created': '大会の追加',
  'contest.updated': '大会の変更',
  'contest.deleted': '大会の削除',
  'category.created': 'カテゴリの追加',
  'category.deleted': 'カテゴリの削除',
  'price-description.updated': '価格表の変更',
  'athlete.created': '選手の追加',
  'athlete.updated': '選手の変更',
  'athlete.deleted': '選手の削除',
  'athlete.restored': '選手の復元',
  'athlete.purged': '選手の完全削除',
  'athletes.bulk-created': '選手の一括追加',
  'athletes.bulk-updated': '選手の一括変更',
  'athletes.bulk-purged': '選手の一括完全削除',
  'athletes.imported': '選手のCSV取り込み',
  'media.uploaded': 'メディアの追加',
  'media.deleted': 'メディアの削除',
  'media.reordered': 'メディアの並べ替え',
  'media.thumbnail-set': 'サムネイルの設定',
  'media.thumbnail-removed': 'サムネイルの削除',
  'order.completed': '注文の完了',
  'order.delivered': '注文の納品',
  'order.partly-delivered': 'できた動画の先の納品',
  'order.reopened': '注文を未対応に戻す',
  'order.customer-corrected': 'お客様情報の訂正',
  'order.mail-resent': 'メールの再送信',
  'order.task-closed': '要対応を対応済みにする',
  'order.page-extended': 'ダウンロード期限の延長',
  'order.delivery-recalled': '納品の取り消し',
  'order.video-replaced': '動画の差し替え',
  'order.line-re-armed': '再ダウンロードの許可',
  'order.line-declined': '制作不可と返金',
  'shop.settings-changed': '通知の設定の変更',
  'orders.exported': '注文のCSV書き出し',
  'sales.exported': '売上のCSV書き出し',
  'user.deleted': 'ユーザーの削除',
  'user.sessions-ended': 'すべての端末からのログアウト',
  'admin-invitation.sent': '管理者の招待',
  'admin-invitation.resent': '管理者の招待の再送信',
  'admin-invitation.withdrawn': '管理者の招待の取り消し',
  'admin-invitation.accepted': '招待による管理者の登録',
  'personal-data.exported': '個人情報の開示（書き出し）',
  'personal-data.erased': '個人情報の消去',
  'two-factor.enabled': '認証アプリの設定',
  'two-factor.replaced': '認証アプリの切り替え',
  'blocked-address.lifted': 'IPアドレスのブロック解除',
  'trusted-address.lifted': 'IPアドレスの信頼解除',
  'dead-letter.replayed': '処理できなかった通知のやり直し',
};

/** The kinds of mails. */
export const mailWords: Readonly<Record<MailTemplate, string>> = {
  code: '認証コードのお知らせ',
  'verify-link': 'メールアドレスの確認のお願い',
  'personal-data-link': '個人情報の開示・消去のお手続き',
  registration: '会員登録完了のお知らせ',
  'already-registered': '会員登録のお申し込みについて',
  'password-changed': 'パスワード変更のお知らせ',
  'password-reset': 'パスワード再設定のお知らせ',
  'admin-invitation': '管理者への招待のお知らせ',
  'admin-joined': '管理者の追加のお知らせ',
  'order-confirmation': '注文確認メール',
  'order-delivery': '納品メール',
  'order-partial-delivery': '納品メール（一部）',
  'order-link': '注文内容のご案内',
  'line-refunded': '返金のお知らせ',
  'video-replaced': '動画の差し替えのお知らせ',
  'claim-reminder': '未ダウンロードのお知らせ',
  'expiry-reminder': 'ダウンロード期限のお知らせ',
  'sale-started': '販売開始のお知らせ',
  'daily-summary': '1日1回のまとめメール',
};

const wordOf = (words: Readonly<Record<string, string>>, code: string): string =>
  (Object.hasOwn(words, code) ? words[code] : undefined) ?? code;

/** A code of another version of a service is shown as it is. */
export const adminActionText = (action: string): string => wordOf(adminActionWords, action);
export const mailText = (template: string): string => wordOf(mailWords, template);
