/** Who sells, by the settings that name it; unset, the shop shows an example. */
export const SELLER = {
  SELLER_NAME: '合同会社ステージ',
  SELLER_REPRESENTATIVE: '佐藤 花子',
  SELLER_ADDRESS: '東京都千代田区千代田1-1-1',
  SELLER_PHONE: '03-1234-5678',
  SELLER_EMAIL: 'info@stage.example.jp',
};

/** Where the shop's mails come from. */
export const SENDER = { address: 'no-reply@mail.stage.example.jp', domain: 'mail.stage.example.jp' };
