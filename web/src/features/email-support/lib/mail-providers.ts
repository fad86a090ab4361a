import { mailDomainOf } from '../../../lib/mail-links.ts';

export type MailProvider = {
  id: string;
  name: string;
  /** The domains of its addresses; empty when there are too many. */
  addresses: string;
  hint: string;
  steps: readonly string[];
};

/** How to find a mail that the provider sorted. */
export const webMailProviders = (sender: string): readonly MailProvider[] => [
  {
    id: 'gmail',
    name: 'Gmail',
    addresses: '@gmail.com',
    hint: '「迷惑メール」フォルダと「プロモーション」タブをご確認ください。',
    steps: [
      'パソコンでは左のメニューの「もっと見る」から、スマートフォンでは左上の「≡」から、「迷惑メール」を開きます。',
      '受信トレイの「プロモーション」タブも開きます。スマートフォンでは、左上の「≡」の中にあります。',
      '見つかったメールを開き、「迷惑メールではない」を選びます。「プロモーション」タブのメールは、「メイン」タブに移動できます。',
      `見つからないときは、検索欄に「in:anywhere from:${sender}」と入力すると、迷惑メールとゴミ箱も含めて検索できます。`,
    ],
  },
  {
    id: 'yahoo',
    name: 'Yahoo!メール',
    addresses: '@yahoo.co.jp、@ymail.ne.jp',
    hint: '「迷惑メール」フォルダをご確認ください。',
    steps: [
      'フォルダの一覧から「迷惑メール」を開きます。',
      '見つかったメールを選び、迷惑メールではないことを報告して、受信箱に移動します。',
      `見つからないときは、メールの設定で「受信拒否」と「フィルター」に当てはまらないかを確認します。「なりすましメール拒否」をご利用の場合は、救済リストに「${mailDomainOf(sender)}」を追加します。`,
    ],
  },
  {
    id: 'outlook',
    name: 'Outlook・Hotmail',
    addresses: '@outlook.jp、@outlook.com、@hotmail.co.jp',
    hint: '「迷惑メール」フォルダをご確認ください。',
    steps: [
      'フォルダの一覧から「迷惑メール」を開きます。',
      '受信トレイが「優先」と「その他」に分かれている場合は、「その他」も確認します。',
      '見つかったメールを選び、「迷惑メールではない」を選びます。',
      `次回から確実に受け取るには、設定の「メール」→「迷惑メール」で、信頼できる差出人とドメインに「${mailDomainOf(sender)}」を追加します。`,
    ],
  },
  {
    id: 'icloud',
    name: 'iCloudメール',
    addresses: '@icloud.com、@me.com',
    hint: '「迷惑メール」フォルダをご確認ください。',
    steps: [
      'メールアプリのメールボックス一覧、またはiCloud.comのメールで、「迷惑メール」を開きます。',
      '見つかったメールを開き、迷惑メールではないことを指定して、受信ボックスに移動します。',
      `「${sender}」を連絡先に追加しておくと、次回から迷惑メールに振り分けられにくくなります。`,
    ],
  },
];

/** How to allow mails from the sender's domain at a mobile carrier. */
export const carriers = (domain: string): readonly MailProvider[] => [
  {
    id: 'docomo',
    name: 'ドコモ（docomo）',
    addresses: '@docomo.ne.jp',
    hint: '「指定受信／拒否設定」で、受信するドメインに登録してください。',
    steps: [
      '「My docomo」またはドコモメールアプリから、「メール設定」を開きます。',
      '「指定受信／拒否設定」を選び、「設定を利用する」にします。',
      `「受信するメールの登録」に「${domain}」を追加し、内容を確認して設定を確定します。`,
      '「迷惑メールおまかせブロック」をご利用の場合は、迷惑メールフォルダもご確認ください。',
    ],
  },
  {
    id: 'au',
    name: 'au・UQ mobile',
    addresses: '@au.com、@ezweb.ne.jp、@uqmobile.jp',
    hint: '「受信リスト設定」で、受信するドメインに登録してください。',
    steps: [
      'メールアプリの設定から「迷惑メールフィルターの設定／確認へ」を開き、暗証番号を入力します。',
      '「受信リストに登録／アドレス帳受信設定をする」→「受信リスト設定」の順に選び、設定を有効にします。',
      `「${domain}」を入力して「ドメイン一致」を選び、「必ず受信」にチェックを入れます。`,
      '「変更する」を押し、内容を確認して確定します。',
    ],
  },
  {
    id: 'softbank',
    name: 'ソフトバンク（SoftBank）',
    addresses: '@softbank.ne.jp、@i.softbank.jp',
    hint: '「受信許可リスト」に、送信元のドメインを登録してください。',
    steps: [
      '「My SoftBank」にログインし、「メール設定」→「迷惑メール対策」を開きます。',
      'ご利用のメール（S!メールまたはEメール（i））を選び、「受信許可リスト」（許可するメールの登録）を開きます。',
      `「${domain}」を入力し、「後方一致」を選んで登録します。`,
      '「URLリンク付きメール拒否設定」をご利用の場合は、「受け取る」に変更します。',
    ],
  },
];
