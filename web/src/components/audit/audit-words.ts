import type { AdminAction } from '@stagereel/contracts';

/** The label of an entry's action. */
const actions: Readonly<Record<AdminAction, string>> = {
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

const targets: Readonly<Record<string, string>> = {
  contest: '大会',
  category: 'カテゴリ',
  athlete: '選手',
  order: '注文',
  user: 'ユーザー',
  address: 'IPアドレス',
  media: 'メディア',
  export: '書き出し',
  settings: '設定',
  'admin-invitation': '管理者の招待',
  'dead-letter': '処理できなかった通知',
  'personal-data': '個人情報',
};

const fields: Readonly<Record<string, string>> = {
  name: '名前',
  date: '開催日',
  location: '会場',
  coverImage: 'カバー画像',
  videoPublished: '動画の公開',
  photoPublished: '写真の公開',
  isComingSoon: '近日販売として表示',
  sitePublicStatus: '公開設定',
  scheduledPublishDate: '公開予約の日時',
  athleteNumber: '番号',
  category: 'カテゴリ',
  videoStatus: '動画の状態',
  photoStatus: '写真の状態',
  verticalVideoPrice: '縦動画の価格',
  horizontalVideoPrice: '横動画の価格',
  isDeleted: '削除済み',
  color: '色',
  contestId: '大会',
  athleteIds: '対象の選手',
  athletes: '選手',
  count: '件数',
  createdCount: '追加した件数',
  updatedCount: '変更した件数',
  items: '価格の項目',
  notes: '注意書き',
  status: 'ステータス',
  line: '明細',
  lines: '明細',
  video: '動画',
  videos: '動画',
  confirmedDoubts: '確認のうえ納品した点',
  downloaded: 'ダウンロード済みの明細',
  declined: '制作不可',
  reason: '理由',
  task: '要対応',
  note: 'メモ',
  refund: '返金額',
  claimedAt: 'ダウンロード開始日時',
  expiresAt: '有効期限',
  template: 'メールの種類',
  recipient: '宛先',
  email: 'メールアドレス',
  isAdmin: '管理者',
  createdAt: '登録日時',
  until: '終了日時',
  invitedBy: '招待した管理者',
  price: '価格',
  athlete: '選手',
  athleteName: '選手名',
  number: '番号',
  dailySummary: '1日1回のまとめメール',
  claimReminder: '未ダウンロードのお知らせ',
  expiryReminder: 'ダウンロード期限のお知らせ',
  displayOrder: '表示順',
  size: 'サイズ',
  rejectedMailTask: '届かなかったメールを要対応にする',
  deliveryFeedback: '受け取りの確認と問題の連絡',
  from: '開始日',
  to: '終了日',
};

/** The fields of a medium that have the name of another field. */
const mediaFields: Readonly<Record<string, string>> = { category: '用途' };

/** Stored values that are not texts for people. */
const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sitePublicStatus: { public: '公開', private: '非公開' },
  template: {
    'order-confirmation': '注文確認メール',
    'order-delivery': '納品メール',
    'order-partial-delivery': '納品メール（一部）',
    'order-link': '注文内容のご案内',
    'line-refunded': '返金のお知らせ',
    'video-replaced': '動画の差し替えのお知らせ',
    'claim-reminder': '未ダウンロードのお知らせ',
    'expiry-reminder': 'ダウンロード期限のお知らせ',
  },
  task: { mailRejected: '届かなかったメール', problemReported: 'お客様からの問題の連絡' },
};
const mediaValues: typeof values = { category: { 'cover-image': 'カバー画像', sample: 'サンプル', finished: '完成動画' } };

const isMedia = (targetType: string): boolean => targetType === 'media';

/** Unknown actions, fields and values are shown as they are. */
export const actionText = (action: string): string => (actions as Readonly<Record<string, string>>)[action] ?? action;
export const targetText = (type: string): string => targets[type] ?? type;
export const fieldText = ({ field, targetType }: { field: string; targetType: string }): string =>
  (isMedia(targetType) ? mediaFields[field] : undefined) ?? fields[field] ?? field;
export const valueWord = ({ field, value, targetType }: { field: string; value: string; targetType: string }): string =>
  (isMedia(targetType) ? mediaValues : values)[field]?.[value] ?? value;

/** The options of the filter. */
export const actionChoices = Object.entries(actions).map(([value, label]) => ({ value, label }));
