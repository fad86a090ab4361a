/** Settings that name the seller. Without them the shop shows an example. */
export const SELLER = {
  SELLER_NAME: '合同会社ステージ',
  SELLER_REPRESENTATIVE: '佐藤 花子',
  SELLER_ADDRESS: '東京都千代田区千代田1-1-1',
  SELLER_PHONE: '03-1234-5678',
  SELLER_EMAIL: 'info@stage.example.jp',
};

/** The sender of the shop's mails. */
export const SENDER = { address: 'no-reply@mail.stage.example.jp', domain: 'mail.stage.example.jp' };
