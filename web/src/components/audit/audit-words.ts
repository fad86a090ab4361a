import { adminActionText, adminActionWords, mailWords } from '@stagereel/contracts';

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
  template: mailWords,
  task: { mailRejected: '届かなかったメール', problemReported: 'お客様からの問題の連絡' },
};
const mediaValues: typeof values = { category: { 'cover-image': 'カバー画像', sample: 'サンプル', finished: '完成動画' } };

const isMedia = (targetType: string): boolean => targetType === 'media';

/** Unknown actions, fields and values are shown as they are. */
export const actionText = adminActionText;
export const targetText = (type: string): string => targets[type] ?? type;
export const fieldText = ({ field, targetType }: { field: string; targetType: string }): string =>
  (isMedia(targetType) ? mediaFields[field] : undefined) ?? fields[field] ?? field;
export const valueWord = ({ field, value, targetType }: { field: string; value: string; targetType: string }): string =>
  (isMedia(targetType) ? mediaValues : values)[field]?.[value] ?? value;

/** The options of the filter. */
export const actionChoices = Object.entries(adminActionWords).map(([value, label]) => ({ value, label }));
