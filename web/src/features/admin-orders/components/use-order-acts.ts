import type { OrderLife } from '@stagereel/contracts';
import { useEffect, useRef, useState } from 'react';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { type OrderAct, useActOnOrder } from '../api/act-on-order.ts';
import { type ResentTemplate, useResendMail } from '../api/resend-mail.ts';
import { doubtsOf } from '../lib/delivery-doubts.ts';
import type { OrderGroup } from '../lib/order-groups.ts';
import { declinedText, mailName } from '../lib/order-words.ts';
import { isRefundUnclear, REFUND_UNCLEAR } from '../lib/unclear-refund.ts';
import type { OrderDesk } from './use-order-desk.ts';

const texts = {
  correct: {
    done: 'メールアドレスを変更しました',
    note: '新しいアドレスにお知らせするには、メールを再送信してください。',
    failed: 'メールアドレスを変更できませんでした',
  },
  extend: {
    done: 'ダウンロード期限を延長しました',
    note: 'ダウンロードページの期限を、今日から数え直しました。',
    failed: 'ダウンロード期限を延長できませんでした',
  },
  reopen: {
    done: '注文を未対応に戻しました',
    note: '「未対応」のタブに移動しました。',
    failed: '注文を未対応に戻せませんでした',
  },
  recall: {
    done: '納品を取り消しました',
    note: '注文を「未対応」に戻しました。動画を確認して、もう一度納品してください。',
    failed: '納品を取り消せませんでした',
  },
  replace: {
    done: '動画を差し替えました',
    note: 'お客様にメールでお知らせします。',
    failed: '動画を差し替えられませんでした',
  },
  're-arm': {
    done: '再ダウンロードを許可しました',
    note: 'お客様は、動画をもう一度ダウンロードできます。',
    failed: '再ダウンロードを許可できませんでした',
  },
  decline: { done: '制作不可にしました', note: null, failed: '制作不可にできませんでした' },
} as const satisfies Record<OrderAct['kind'], { done: string; note: string | null; failed: string }>;

/** Names a button: what it does and to which line. */
export const actKey = (act: Pick<OrderAct, 'kind'> & { lineId?: string }): string => (act.lineId ? `${act.kind}:${act.lineId}` : act.kind);
export const mailKey = (template: ResentTemplate): string => `mail:${template}`;

/** What a recalled order was delivered with: most of it is right, and is delivered again. */
const deliveredUrls = ({ lines }: OrderGroup): Record<string, string> =>
  Object.fromEntries(lines.flatMap(({ id, videoDownloadUrl }) => (videoDownloadUrl === null ? [] : [[id, videoDownloadUrl]])));

type Input = { group: OrderGroup; desk: OrderDesk };

/**
 * What an admin does in an order's details, one thing at a time. What went wrong stays on the desk, so that it is there when the dialog
 * is closed too; `failureAt` says it beside the button that was pressed. What was typed for an act stays until it is done or cancelled.
 */
export const useOrderActs = ({ group, desk }: Input) => {
  const { orderNumber } = group;
  const [lastKey, setLastKey] = useState<string | null>(null);
  const draftName = (key: string): string => `${orderNumber} ${key}`;

  const failed = (title: string, error: Error) => {
    const message = userMessageOf(error, 'もう一度お試しください。');
    desk.fail(orderNumber, `${title}：${message}`);
    showToast({ title, message, tone: 'error' });
  };

  /** Money may be on its way: nobody says that it failed. */
  const leaveOpen = () => {
    desk.fail(orderNumber, REFUND_UNCLEAR);
    showToast({ title: '確認が必要です', message: REFUND_UNCLEAR, tone: 'info' });
  };

  // The form that asked says what is doubtful, as long as it is there.
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const leaveDoubtful = (doubt: string) => {
    const message = `動画をまだ差し替えていません。差し替える前に確認してください。${doubt}`;
    desk.fail(orderNumber, message);
    showToast({ title: '確認が必要です', message, tone: 'info' });
  };

  const noteOn = (done: OrderAct, life: OrderLife): string => {
    const line = done.kind === 'decline' && group.lines.find(({ id }) => id === done.lineId);
    return line ? declinedText({ life, line }) : (texts[done.kind].note ?? '');
  };

  const act = useActOnOrder({
    orderNumber,
    onDone: (done, life) => {
      desk.forgetDraft(draftName(actKey(done)));
      if (done.kind === 'recall') desk.layUrls(deliveredUrls(group));
      if (done.kind === 'replace') desk.typeUrl(done.lineId, '');
      showToast({ title: texts[done.kind].done, message: noteOn(done, life), tone: 'success' });
    },
    onFailed: (tried, error) => {
      const { kind } = tried;
      const doubt = kind === 'replace' ? doubtsOf(error)?.[tried.lineId] : undefined;
      if (doubt !== undefined && isShown.current) return;
      if (doubt !== undefined) leaveDoubtful(doubt);
      else if (kind === 'decline' && isRefundUnclear(error)) leaveOpen();
      else failed(texts[kind].failed, error);
    },
  });

  const resend = useResendMail({
    orderNumber,
    onDone: (template, { customerEmailSent }) =>
      showToast(
        customerEmailSent
          ? { title: '送信しました', message: `${mailName(template)}を再送信しました。`, tone: 'success' }
          : { title: '送信待ち', message: `${mailName(template)}はまだ送信できていません。自動で再送されます。`, tone: 'info' },
      ),
    onFailed: (template, error) => failed(`${mailName(template)}を再送信できませんでした`, error),
  });

  const begin = (key: string) => {
    setLastKey(key);
    desk.forgetFailure(orderNumber);
  };
  const isBusy = act.isPending || resend.isPending;
  const failure = desk.failures[orderNumber] ?? null;

  return {
    run: (wanted: OrderAct, { onDone, onFailed }: { onDone?: () => void; onFailed?: (error: Error) => void } = {}) => {
      if (isBusy) return;
      begin(actKey(wanted));
      act.mutate(wanted, { onSuccess: onDone, onError: onFailed });
    },
    resend: (template: ResentTemplate) => {
      if (isBusy) return;
      begin(mailKey(template));
      resend.mutate(template);
    },
    draftOf: (key: string): string | null => desk.drafts[draftName(key)] ?? null,
    typeDraft: (key: string, text: string) => desk.typeDraft(draftName(key), text),
    forgetDraft: (key: string) => desk.forgetDraft(draftName(key)),
    /** The new video of a line, until it is sent or cancelled; what is uploaded for the line comes here as well. */
    urlOf: (lineId: string): string => desk.urls[lineId] ?? '',
    typeUrl: desk.typeUrl,
    /** Something is under way: nothing else is taken meanwhile. */
    isBusy,
    isRunning: (key: string) => isBusy && lastKey === key,
    /** What went wrong at this button; of a failure from elsewhere, `failureAt(null)` tells. */
    failureAt: (key: string | null) => (lastKey === key ? failure : null),
  };
};
export type OrderActs = ReturnType<typeof useOrderActs>;
