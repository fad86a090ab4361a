import {
  DAY,
  DEAD_LETTER_SECONDS,
  ERASURE_KEPT_SECONDS,
  EXPIRED_CLAIM_SECONDS,
  FINISHED_KEPT_DAYS,
  KNOWN_DEVICE_SECONDS,
  LOGIN_EVENT_SECONDS,
  LONGEST_COUNT_SECONDS,
  MAIL_RECORD_SECONDS,
  UNPAID_ORDER_SECONDS,
} from './constants.ts';

type Category = {
  /** What the customer reads: the data, why the shop keeps it, and for how long. */
  data: string;
  purpose: string;
  kept: string;
  /** The longest period that `kept` promises, in seconds after the start that it names; null if it names an event only. */
  keptAtMost: number | null;
};

/** The kinds of personal data that the shop keeps, as the privacy policy shows them. `personalData` lists where each kind is stored. */
export const dataCategories = {
  account: {
    data: '会員の情報（お名前、メールアドレス、元に戻せない形に変換したパスワード、最終ログインの日時）',
    purpose: 'ログインと、会員向けの機能のため',
    kept: '会員の情報を削除するまで',
    keptAtMost: null,
  },
  order: {
    data: 'ご注文、お支払い、納品、領収書の記録',
    purpose: '納品とお問い合わせへの対応、帳簿書類の保存のため',
    kept: '法令で定められた帳簿書類の保存期間',
    keptAtMost: null,
  },
  unpaidOrder: {
    data: 'お支払いのなかったご注文のお名前とメールアドレス',
    purpose: 'お支払いの結果が遅れて届いたときに、ご注文を受け付けるため',
    kept: `ご注文から${UNPAID_ORDER_SECONDS / DAY}日間`,
    keptAtMost: UNPAID_ORDER_SECONDS,
  },
  video: {
    data: '納品した動画',
    purpose: 'ダウンロードと、再納品のため',
    kept: `最後にダウンロードできた日から${FINISHED_KEPT_DAYS}日間`,
    keptAtMost: FINISHED_KEPT_DAYS * DAY,
  },
  athlete: {
    data: '選手番号、カテゴリー、選手のお名前',
    purpose: '動画の制作と販売のため',
    kept: '大会の動画の販売を終え、登録を削除するまで',
    keptAtMost: null,
  },
  saleNotice: {
    data: '販売開始のお知らせをお申し込みのメールアドレス',
    purpose: '販売開始をお知らせするため',
    kept: 'お知らせをお送りしたとき、または販売の予定がなくなったときまで',
    keptAtMost: null,
  },
  download: {
    data: 'ダウンロードしたブラウザを見分けるための情報',
    purpose: 'ダウンロードの回数と期限を守るため',
    kept: `ダウンロードの期限から${EXPIRED_CLAIM_SECONDS / DAY}日間`,
    keptAtMost: EXPIRED_CLAIM_SECONDS,
  },
  signIn: {
    data: 'ログインの記録（メールアドレス、IPアドレス、日時、成否）',
    purpose: '不正なログインを見つけて防ぐため',
    kept: `ログインから${LOGIN_EVENT_SECONDS / DAY}日間`,
    keptAtMost: LOGIN_EVENT_SECONDS,
  },
  procedure: {
    data: '手続きの途中の情報（認証コード、お申し込み中の会員登録、ログインの状態、試行の回数）',
    purpose: 'お手続きを最後まで進め、不正な試行を防ぐため',
    kept: `お手続きが終わるまで、最長${LONGEST_COUNT_SECONDS / DAY}日間`,
    keptAtMost: LONGEST_COUNT_SECONDS,
  },
  mail: {
    data: 'メールの送信の記録（宛先、種類、日時、結果。本文は含みません）',
    purpose: 'メールが届いたかどうかを確かめるため',
    kept: `送信から${MAIL_RECORD_SECONDS / DAY}日間`,
    keptAtMost: MAIL_RECORD_SECONDS,
  },
  undelivered: {
    data: '障害のため処理できなかった通知（メールの宛先と内容を含みます）',
    purpose: '障害を取り除いた後に、処理をやり直すため',
    kept: `障害の発生から${DEAD_LETTER_SECONDS / DAY}日間（その翌日までに消去します）`,
    keptAtMost: DEAD_LETTER_SECONDS,
  },
  knownDevice: {
    data: 'ログインまたは認証をしたことのあるブラウザを見分けるための番号（メールアドレスは元に戻せない形に変えます）',
    purpose: '第三者による失敗の影響で、ご本人のログインや認証が止まるのを防ぐため',
    kept: `最後のログインまたは認証から${KNOWN_DEVICE_SECONDS / DAY}日間`,
    keptAtMost: KNOWN_DEVICE_SECONDS,
  },
  audit: {
    data: '管理画面の操作の記録（操作した担当者、日時、変更の内容）',
    purpose: '誤った操作や不正な操作を調べ、正すため',
    kept: 'サービスを提供する間。会員の情報の削除またはご本人の請求があったときは、記録の中のメールアドレスを、どなたのものか分からない記号に置き換えます',
    keptAtMost: null,
  },
  erasure: {
    data: '個人情報を消去した事実（メールアドレスは元に戻せない形に変えます）',
    purpose: '消去の前に始まった処理のために、情報が再び保存されるのを防ぐため',
    kept: `${ERASURE_KEPT_SECONDS / DAY}日間`,
    keptAtMost: ERASURE_KEPT_SECONDS,
  },
  log: {
    data: '通信の記録（日時、IPアドレス、開いたページ）',
    purpose: '障害の原因を調べ、攻撃を防ぐため',
    kept: `最長${LOGIN_EVENT_SECONDS / DAY}日間`,
    keptAtMost: LOGIN_EVENT_SECONDS,
  },
} as const satisfies Record<string, Category>;
export type DataCategory = keyof typeof dataCategories;
