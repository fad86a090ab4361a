import type { Shop } from './mail.ts';
import { shopPages } from './shop-pages.ts';

/** What stands under every mail. */
export const footer = (shop: Shop) => ({
  sentBy: 'このメールはStageReelから自動でお送りしています。送信専用のため、ご返信いただいてもお答えできません。',
  contact: { label: 'お問い合わせ', url: shopPages(shop).contact },
  shop: { label: 'StageReel（ステージリール）', url: shopPages(shop).home },
});
