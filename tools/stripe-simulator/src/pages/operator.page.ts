import { type CardScenario, testCards } from '../cards.ts';
import type { Store } from '../store.ts';
import type { Delivery, IntentStatus, PaymentIntent } from '../stripe-types.ts';
import { type Html, html, page, yen } from './html.ts';

const SHOWN_PAYMENTS = 50;

const statusTexts: Record<IntentStatus, string> = {
  requires_payment_method: 'カード待ち',
  requires_action: '本人認証待ち',
  processing: '処理中',
  succeeded: '支払い済み',
  canceled: 'キャンセル済み',
};

const webhookTexts: Record<Delivery['status'], string> = {
  pending: '送信待ち',
  delivered: '送信済み',
  dropped: '送信しない',
  abandoned: '送信を断念',
};

const scenarioTexts: Record<CardScenario, string> = {
  approved: '支払いが成功します',
  disputed: '支払いの成功後に不審請求の申請が届きます',
  authentication_required: '本人認証（3Dセキュア）が必要です',
  authentication_then_declined: '本人認証のあとで拒否されます',
  generic_decline: '拒否されます',
  insufficient_funds: '残高不足で拒否されます',
  lost_card: '紛失したカードとして拒否されます',
  stolen_card: '盗難されたカードとして拒否されます',
  expired_card: '有効期限切れで拒否されます',
  incorrect_cvc: 'セキュリティコードの誤りで拒否されます',
  processing_error: '処理エラーになります',
  card_velocity_exceeded: '利用回数の超過で拒否されます',
  test_mode_live_card: 'テスト用ではないカードとして拒否されます',
};

const timeFormat = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Tokyo' });

/** The latest payments and the test cards, for whoever runs the simulator. */
export function operatorPage(store: Store): string {
  const payments = store.all('payment_intents').slice(-SHOWN_PAYMENTS).reverse();
  return page({
    title: '決済シミュレーター',
    body: html`<h1>決済シミュレーター</h1>
<p>テスト用の決済サービスです。実際の請求は行われません。<a href="/">最新の状態を表示する</a></p>
<h2>最近の支払い</h2>
${payments.length === 0 ? html`<p>支払いはまだありません。</p>` : paymentTable({ store, payments })}
<h2>テスト用のカード番号</h2>
<p>有効期限には将来の年月を、セキュリティコードには任意の3桁（American Expressは4桁）を入力してください。</p>
<div class="table" role="region" aria-label="テスト用のカード番号" tabindex="0">
<table>
<thead><tr><th scope="col">カード番号</th><th scope="col">ブランド</th><th scope="col">結果</th></tr></thead>
<tbody>${testCards.map((card) => html`<tr><td><code>${card.number}</code></td><td>${card.brand}</td><td>${scenarioTexts[card.scenario]}</td></tr>`)}</tbody>
</table>
</div>`,
  });
}

function paymentTable({ store, payments }: { store: Store; payments: PaymentIntent[] }): Html {
  const lastEvents = new Map(store.all('events').map(({ id, data }) => [(data.object as { id: string }).id, id]));
  const webhookOf = ({ id }: PaymentIntent) => store.get('deliveries', lastEvents.get(id) ?? '')?.status;
  return html`<div class="table" role="region" aria-label="最近の支払い" tabindex="0">
<table>
<thead><tr>
<th scope="col">日時</th><th scope="col">注文番号</th><th scope="col">金額</th><th scope="col">状態</th><th scope="col">カード</th><th scope="col">通知</th><th scope="col">ID</th>
</tr></thead>
<tbody>${payments.map((payment) => paymentRow({ store, payment, webhook: webhookOf(payment) }))}</tbody>
</table>
</div>`;
}

function paymentRow({ store, payment, webhook }: { store: Store; payment: PaymentIntent; webhook: Delivery['status'] | undefined }): Html {
  const charge = store.get('charges', payment.latest_charge ?? '');
  const card = charge?.payment_method_details.card;
  return html`<tr>
<td>${timeFormat.format(payment.created * 1000)}</td>
<td>${payment.metadata['order_number'] ?? '—'}</td>
<td class="number">${yen(payment.amount)}</td>
<td>${statusTexts[payment.status]}${charge?.amount_refunded ? html`<br>返金 ${yen(charge.amount_refunded)}` : ''}${charge?.disputed ? html`<br>不審請求の申請あり` : ''}</td>
<td>${card ? `${card.brand} •••• ${card.last4}` : '—'}</td>
<td>${webhook ? webhookTexts[webhook] : '—'}</td>
<td><code>${payment.id}</code></td>
</tr>`;
}
