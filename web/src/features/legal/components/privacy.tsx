import { Anchor } from '@mantine/core';
import {
  CLAIM_SECONDS,
  CUSTOMER_SESSION_SECONDS,
  DAY,
  dataCategories,
  EMAIL_PROOF_SECONDS,
  HOUR,
  KNOWN_DEVICE_SECONDS,
  MINUTE,
  PAID_ORDER_YEARS,
  PENDING_REGISTRATION_SECONDS,
} from '@stagereel/contracts';
import { Link } from 'react-router-dom';
import type { DocumentSection } from '../../../components/document/document-page.tsx';
import { SellerDetails } from '../../../components/shop/seller-details.tsx';
import { paths } from '../../../config/paths.ts';

const STRIPE_POLICY = 'https://stripe.com/jp/privacy';

/** Every cookie that the shop sets, with its purpose. */
const cookies = [
  { purpose: 'ログインした状態を保つため', kept: `${CUSTOMER_SESSION_SECONDS / DAY}日間` },
  { purpose: '以前にログインした端末を見分け、不正なログインを防ぐため', kept: `${KNOWN_DEVICE_SECONDS / DAY}日間` },
  { purpose: 'メールアドレスの認証が済んだことを、注文の手続きの間保つため', kept: `${EMAIL_PROOF_SECONDS / MINUTE}分間` },
  { purpose: '会員登録を申し込んだブラウザを、認証が済むまで見分けるため', kept: `${PENDING_REGISTRATION_SECONDS / HOUR}時間` },
  { purpose: '動画のダウンロードを開始したブラウザを見分けるため', kept: `${CLAIM_SECONDS / HOUR}時間` },
] as const;

/** Cookies, other data in the browser, and data sent to third parties. */
const CookieNotes = () => (
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

/** The privacy policy. It describes what the services store and pass on; keep it in step with them. */
export const privacySections: readonly DocumentSection[] = [
  {
    id: 'definition',
    heading: '1. 個人情報の定義',
    body: (
      <p>
        このプライバシーポリシーにおいて「個人情報」とは、個人情報の保護に関する法律（個人情報保護法）に定める個人情報、すなわち、生存する個人に関する情報であって、お名前、メールアドレスなどにより特定の個人を識別できるもの（他の情報と容易に照合でき、それにより特定の個人を識別できるものを含みます。）をいいます。
      </p>
    ),
  },
  {
    id: 'collection',
    heading: '2. 個人情報の取得',
    body: (
      <>
        <p>当店は、次の情報を、適正な方法で取得します。</p>
        <ul>
          <li>会員登録のとき：お名前、メールアドレス、パスワード（元に戻せない形に変換して保存します）</li>
          <li>
            ご注文のとき：お名前、メールアドレス、ご注文の内容（大会、カテゴリー、選手番号、選手名、動画の向き、金額）、お支払い・納品・ダウンロードの状況、領収書の宛名と但し書き
          </li>
          <li>
            お支払いのとき：決済の結果と決済番号（カード番号、有効期限、セキュリティコードは決済代行会社が直接取得し、当店は取得も保存もしません）
          </li>
          <li>販売開始のお知らせのお申し込みのとき：メールアドレス、お申し込みの大会</li>
          <li>お問い合わせのとき：メールアドレスと、お問い合わせの内容</li>
          <li>ご利用のとき：アクセスの日時、IPアドレス、ブラウザの種類を見分けるための情報、ログインの日時と成否</li>
          <li>動画の制作と販売のため：選手の動画と画像、ならびに主催者などから提供を受けた選手番号、カテゴリー、お名前</li>
        </ul>
      </>
    ),
  },
  {
    id: 'purposes',
    heading: '3. 利用目的',
    body: (
      <>
        <p>取得した個人情報は、次の目的のために利用します。</p>
        <ul>
          <li>ご注文の受付、代金の請求、動画の制作と納品、領収書の発行のため</li>
          <li>認証コード、ご注文の確認、動画の納品など、手続きに必要なメールをお送りするため</li>
          <li>お申し込みいただいた方に、大会の動画の販売開始をお知らせするため</li>
          <li>会員登録、ログイン、購入履歴の表示など、会員向けの機能を提供するため</li>
          <li>お問い合わせに回答し、ご本人であることを確認するため</li>
          <li>不正なログインや注文を防ぎ、サービスを安全に運営するため</li>
          <li>障害の原因を調べ、サービスを維持・改善するため</li>
          <li>法令に基づく義務を果たし、権利を守るため</li>
        </ul>
        <p>広告や宣伝のためのメールをお送りすることはありません。</p>
      </>
    ),
  },
  {
    id: 'third-parties',
    heading: '4. 第三者への提供と委託',
    body: (
      <>
        <p>当店は、次の場合を除き、あらかじめご本人の同意を得ることなく、個人情報を第三者に提供しません。</p>
        <ul>
          <li>法令に基づく場合</li>
          <li>人の生命、身体または財産の保護のために必要であり、ご本人の同意を得ることが困難な場合</li>
          <li>国の機関などに協力する必要があり、ご本人の同意を得ることでその事務に支障を及ぼすおそれがある場合</li>
          <li>その他、個人情報保護法により認められる場合</li>
        </ul>
        <p>当店は、利用目的の達成に必要な範囲で、次の業務を外部の事業者に委託し、または外部の事業者のサービスを利用します。</p>
        <ul>
          <li>
            カード決済：Stripe（ストライプジャパン株式会社およびその関係会社）。金額、注文番号、カード名義人のお名前、カード情報を取り扱います。同社の関係会社には、米国など日本国外の事業者が含まれます。
          </li>
          <li>メールの配信：お名前、メールアドレス、メールの内容を取り扱います。</li>
          <li>データの保存とサービスの運用：このプライバシーポリシーに記載した情報を、サーバー上で取り扱います。</li>
        </ul>
      </>
    ),
  },
  {
    id: 'management',
    heading: '5. 個人情報の管理',
    body: (
      <>
        <p>当店は、個人情報の漏えい、滅失または毀損を防ぐため、次の措置をとります。</p>
        <ul>
          <li>お客様のブラウザとの通信を暗号化します。</li>
          <li>パスワードを、元に戻せない形に変換して保存します。</li>
          <li>個人情報を扱える担当者を限り、管理画面へのログインに二段階の認証を求め、操作を記録します。</li>
          <li>個人情報を扱う担当者と委託先を、必要かつ適切に監督します。</li>
        </ul>
        <p>個人情報は、次の期間保存します。期間が過ぎたものと、利用する必要がなくなったものは、遅滞なく消去します。</p>
        <ul>
          {Object.entries(dataCategories).map(([category, { data, purpose, kept }]) => (
            <li key={category}>
              {data}
              <br />
              目的：{purpose}
              <br />
              期間：{kept}
            </li>
          ))}
        </ul>
        <p>個人の権利利益を害するおそれのある漏えいなどが生じたときは、法令に従い、関係機関への報告とご本人への通知を行います。</p>
      </>
    ),
  },
  {
    id: 'disclosure',
    heading: '6. 開示・訂正・利用停止などの請求',
    body: (
      <>
        <p>
          ご本人は、当店が保有する個人情報について、利用目的の通知、開示、訂正・追加・削除、利用の停止・消去、第三者への提供の停止、第三者提供記録の開示を請求できます。請求は、次の窓口にメールでお申し出ください。ご本人であることを確認したうえで、法令に従い、遅滞なく対応します。対応できない場合は、その理由をお知らせします。
        </p>
        <p>
          開示と消去は、
          <Anchor component={Link} to={paths.personalData.to()}>
            個人情報の開示・消去のページ
          </Anchor>
          からもお申し込みいただけます。ご本人であることを、メールアドレスにお送りするリンクで確認します。消去のあとも、お支払い済みのご注文の記録は、法令に従い
          {PAID_ORDER_YEARS}年間保存します。
        </p>
        <SellerDetails />
      </>
    ),
  },
  { id: 'cookies', heading: '7. Cookieなどの利用', body: <CookieNotes /> },
  {
    id: 'revisions',
    heading: '8. プライバシーポリシーの改定',
    body: (
      <p>
        当店は、法令の変更や、サービスの変更に合わせて、このプライバシーポリシーを改定することがあります。改定後の内容は、このページに掲載した時から適用します。利用目的の変更など、重要な改定をするときは、本サービス上の分かりやすい場所でお知らせします。
      </p>
    ),
  },
];
