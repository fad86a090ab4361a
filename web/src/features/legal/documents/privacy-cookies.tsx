import { Anchor } from '@mantine/core';
import {
  CLAIM_SECONDS,
  CUSTOMER_SESSION_SECONDS,
  DAY,
  EMAIL_PROOF_SECONDS,
  HOUR,
  KNOWN_DEVICE_SECONDS,
  MINUTE,
  PENDING_REGISTRATION_SECONDS,
} from '@stagereel/contracts';

const STRIPE_POLICY = 'https://stripe.com/jp/privacy';

/** Every cookie the shop sets, by what it is for. */
const cookies = [
  { purpose: 'ログインした状態を保つため', kept: `${CUSTOMER_SESSION_SECONDS / DAY}日間` },
  { purpose: '以前にログインした端末を見分け、不正なログインを防ぐため', kept: `${KNOWN_DEVICE_SECONDS / DAY}日間` },
  { purpose: 'メールアドレスの認証が済んだことを、注文の手続きの間保つため', kept: `${EMAIL_PROOF_SECONDS / MINUTE}分間` },
  { purpose: '会員登録を申し込んだブラウザを、認証が済むまで見分けるため', kept: `${PENDING_REGISTRATION_SECONDS / HOUR}時間` },
  { purpose: '動画のダウンロードを開始したブラウザを見分けるため', kept: `${CLAIM_SECONDS / HOUR}時間` },
] as const;

/** Cookies, what the browser keeps beside them, and what goes to others from it. */
export const CookieNotes = () => (
  <>
    <p>
      本サービスは、サービスの提供に必要なCookie（ブラウザに保存される小さなデータ）だけを使用します。広告や、アクセス解析のためのCookieは使用しません。
    </p>
    <ul>
      {cookies.map(({ purpose, kept }) => (
        <li key={purpose}>
          {purpose}（{kept}）
        </li>
      ))}
    </ul>
    <p>
      また、再読み込みをしても入力をやり直さずに済むように、注文の内容、お名前、メールアドレスなどを、お使いのブラウザの保存領域（ローカルストレージ）に保存します。パスワードとカード番号は保存しません。
    </p>
    <p>
      お支払いの画面では、不正利用の防止とカード決済のため、お客様の端末の情報、IPアドレス、操作の状況、カード情報が、お使いのブラウザから決済代行会社Stripeに直接送信され、同社のCookieが使用されることがあります。詳しくは
      <Anchor href={STRIPE_POLICY} target="_blank" rel="noopener noreferrer">
        Stripeのプライバシーポリシー（新しいタブで開きます）
      </Anchor>
      をご覧ください。
    </p>
    <p>Cookieはブラウザの設定で拒否または削除できます。その場合、ログイン、ご注文、動画のダウンロードなどができなくなることがあります。</p>
  </>
);
