import { html, page, yen } from './html.ts';

/** The bank's page on which the customer allows or refuses the payment; `action` is the address that the form is sent to. */
export function authenticationPage(input: { amount: number; last4: string; action: string }): string {
  return page({
    title: '本人認証（3Dセキュア・テスト環境）',
    isNarrow: true,
    body: html`<h1>本人認証（3Dセキュア）</h1>
<p>カード会社の確認画面です。お支払いの内容をご確認のうえ、承認または拒否を選んでください。</p>
<dl>
<dt>お支払い金額</dt><dd>${yen(input.amount)}</dd>
<dt>カード番号</dt><dd>•••• ${input.last4}</dd>
</dl>
<form method="post" action="${input.action}">
<button class="primary" name="decision" value="allow">承認する</button>
<button name="decision" value="refuse">拒否する</button>
</form>
<p class="notice">これはテスト用の画面です。実際の請求は行われません。</p>`,
  });
}

/** The same page when there is no decision to make any more. */
export function authenticationEndedPage(input: { returnAddress: string }): string {
  return page({
    title: '本人認証は終了しています',
    isNarrow: true,
    body: html`<h1>本人認証は終了しています</h1>
<p>この認証はすでに完了したか、無効になりました。お店の画面に戻って、お支払いの結果をご確認ください。</p>
<p><a class="button" href="${input.returnAddress}">お店に戻る</a></p>`,
  });
}

export function authenticationUnknownPage(): string {
  return page({
    title: '本人認証のページが見つかりません',
    isNarrow: true,
    body: html`<h1>本人認証のページが見つかりません</h1>
<p>アドレスが正しくありません。お店の画面に戻って、お支払いをもう一度お試しください。</p>`,
  });
}
