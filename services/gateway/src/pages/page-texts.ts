import { type Contest, formatPrice, formatYen, type ScreenPath, UNDECIDED_DATE } from '@stagereel/contracts';

export const SITE_NAME = 'StageReel';

export type PageText = { title: string; description: string };

const titled = (title: string, description: string): PageText => ({ title: `${title}｜${SITE_NAME}`, description });

export const homeText: PageText = {
  title: `${SITE_NAME}（ステージリール）`,
  description: '大会に出場した選手の動画を、選手ごとに編集してお届けするステージリールのオンラインショップです。',
};

export const notFoundText = titled('ページが見つかりません', homeText.description);

/** The texts of the listed screens that need any; titles as the web app sets them. Other screens have those of the home page. */
export const screenTexts: Partial<Record<ScreenPath, PageText>> = {
  '/about': titled(
    'StageReelについて',
    'StageReel（ステージリール）は、大会に出場した選手の動画を編集して販売するサービスです。ご注文からお届けまでの流れをご案内します。',
  ),
  '/contact': titled('お問い合わせ', 'StageReel（ステージリール）へのお問い合わせ方法をご案内します。'),
  '/order-lookup': titled('ご注文の照会', 'ご注文の状況と動画のダウンロードページを、ご注文時のメールアドレスで確認できます。'),
  '/email-support': titled(
    'メールが届かないとき',
    '認証コードやご注文のメールが届かないときの確認方法を、メールサービスごとにご案内します。',
  ),
  '/terms': titled('利用規約', 'StageReel（ステージリール）の利用規約です。'),
  '/privacy': titled('プライバシーポリシー', 'StageReel（ステージリール）での個人情報の取り扱いについてご説明します。'),
  '/legal-notice': titled(
    '特定商取引法に基づく表記',
    'StageReel（ステージリール）の特定商取引法に基づく表記です。販売者、お支払い、納品、返品についてご確認いただけます。',
  ),
};

/** An order form whose contest is unknown or not published. It must not differ between the two. */
export const orderFormText = titled('動画の注文', homeText.description);

const priceText = ({ min, max }: { min: number; max: number }): string =>
  min === max ? `動画1本${formatPrice(max)}` : `動画1本${formatYen(min)}〜${formatPrice(max)}`;

/** What a published contest's order form says about itself in a search result or a shared link. */
export const contestText = ({ name, date, location, priceRange, athleteCount }: Contest): PageText => {
  const facts = [date === UNDECIDED_DATE ? '' : date, location].filter((fact) => fact !== '');
  const contest = facts.length > 0 ? `${name}（${facts.join('、')}）` : name;
  const sale = priceRange ? `${athleteCount}名の選手の動画を販売中です。${priceText(priceRange)}。` : '選手の動画の販売を準備しています。';
  return titled(`${name}の動画を購入`, `${contest}に出場した選手の動画を、選手ごとに編集してお届けします。${sale}`);
};
