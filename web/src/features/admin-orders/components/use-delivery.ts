import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { useDeliverOrder } from '../api/deliver-order.ts';
import { doubtfulDelivery } from '../lib/delivery-doubts.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import type { OrderDesk } from './use-order-desk.ts';

const FAILED = '納品処理に失敗しました';

const noteOn = ({ orderNumber, isMailed }: { orderNumber: string; isMailed: boolean }): string =>
  isMailed
    ? `注文番号 ${orderNumber} のお客様に、ダウンロードリンクのメールを送信しました。`
    : `注文番号 ${orderNumber} のメールの送信に失敗しましたが、ステータスは更新されました。メールは自動で再送されます。`;

/** Delivers one of these orders and says what came of it; a failure or a doubt of the server stays on the desk. */
export const useDelivery = ({ groups, desk }: { groups: readonly OrderGroup[]; desk: OrderDesk }) =>
  useDeliverOrder({
    onDelivered: ({ customerEmailSent: isMailed }, { orderNumber }) => {
      const group = groups.find((each) => each.orderNumber === orderNumber);
      if (group) desk.forgetUrls(group);
      showToast({ title: '納品完了', message: noteOn({ orderNumber, isMailed }), tone: isMailed ? 'success' : 'info' });
    },
    onFailed: (error, delivery) => {
      const doubtful = doubtfulDelivery({ error, delivery });
      if (doubtful) return desk.doubt(doubtful);
      const message = userMessageOf(error, 'もう一度お試しください。');
      desk.fail(delivery.orderNumber, `${FAILED}：${message}`);
      showToast({ title: FAILED, message, tone: 'error' });
    },
  });
