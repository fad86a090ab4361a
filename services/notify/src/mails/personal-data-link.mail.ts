import {
  formatDateTime,
  MINUTE,
  PAID_ORDER_YEARS,
  PERSONAL_DATA_LINK_SECONDS,
  personalDataLinkRequested,
  personalDataLinkSubjects,
} from '@stagereel/contracts';
import { defineMail } from './mail.ts';
import { shopPages } from './shop-pages.ts';
import { mailTexts } from './texts.ts';

const texts = {
  export: {
    preview: '個人情報の開示のお手続きを続けてください。',
    heading: '個人情報の開示のお手続き',
    lead: 'StageReel（ステージリール）が、このメールアドレスについて保存している情報の開示のお申し込みを受け付けました。次のリンクのページでボタンを押すと、一覧のファイルを保存できます。',
    button: '開示のお手続きを続ける',
    note: 'ファイルには、お名前やご注文の内容が含まれます。保存したファイルの取り扱いにご注意ください。',
  },
  erasure: {
    preview: '個人情報の消去のお手続きを続けてください。',
    heading: '個人情報の消去のお手続き',
    lead: 'StageReel（ステージリール）が、このメールアドレスについて保存している情報の消去のお申し込みを受け付けました。次のリンクのページで、消去される情報をご確認のうえ、ボタンを押してください。リンクを開いただけでは、何も消去されません。',
    button: '消去のお手続きを続ける',
    note: `お支払い済みのご注文の記録は、法令に従い${PAID_ORDER_YEARS}年間保存します。`,
  },
} as const;

/** The link with which the owner of an address sees or erases the data about it. */
export const personalDataLinkMail = defineMail({
  template: 'personal-data-link',
  event: personalDataLinkRequested,
  recipient: ({ email }) => email,
  orderNumber: () => null,
  expiresAt: ({ expiresAt }) => new Date(expiresAt),
  subject: ({ kind }) => personalDataLinkSubjects[kind],
  content: ({ data: { kind, token, expiresAt }, shop }) => {
    const { preview, heading, lead, button, note } = texts[kind];
    return {
      preview,
      heading,
      blocks: [
        { kind: 'paragraph', text: lead },
        {
          kind: 'paragraph',
          text: `リンクの有効期限は ${formatDateTime(expiresAt)}（お申し込みから${PERSONAL_DATA_LINK_SECONDS / MINUTE}分間）です。リンクは1回だけ使えます。`,
        },
        { kind: 'link', label: button, url: shopPages(shop).personalData(token), hint: mailTexts.buttonHint },
        {
          kind: 'notes',
          heading: 'ご注意',
          notes: [
            note,
            'このリンクは、ほかの方に教えないでください。',
            'このメールに心当たりがない場合は、リンクを開かずに破棄してください。お手続きは進みません。',
          ],
        },
      ],
    };
  },
  samples: {
    export: {
      kind: 'export',
      email: 'hanako@example.jp',
      token: 'Jc0uT4vZ8sQm1XyPq6RwB3nLkE9fHdGaO7iUtY5rSxM',
      expiresAt: '2026-11-20T10:00:00.000Z',
    },
    erasure: {
      kind: 'erasure',
      email: 'hanako@example.jp',
      token: 'Jc0uT4vZ8sQm1XyPq6RwB3nLkE9fHdGaO7iUtY5rSxM',
      expiresAt: '2026-11-20T10:00:00.000Z',
    },
  },
});
