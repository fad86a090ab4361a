import { mailText, type OrderTimeline } from '@stagereel/contracts';
import { useEffect, useRef, useState } from 'react';
import { type OrderAction, type ResentTemplate, useOrderAction, useResendMail } from '../../../api/admin-order-actions.ts';
import { deliveryDoubtsIn } from '../../../components/admin-order/delivery-doubts.ts';
import type { OrderGroup } from '../../../components/admin-order/order-groups.ts';
import { declinedText } from '../../../components/admin-order/order-texts.ts';
import type { OrderWorkspace } from '../../../components/admin-order/order-workspace.ts';
import { ApiError, isUndecided, userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';

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
} as const satisfies Record<OrderAction['kind'], { done: string; note: string | null; failed: string }>;

const REFUND_UNCLEAR = '返金の結果を確認できませんでした。少し待って画面を確認してください。';

/** Whether a refund may have been made although the request failed. It was not made if the shop itself reports its failure. */
export const isRefundUnclear = (error: unknown): boolean =>
  isUndecided(error) && !(error instanceof ApiError && error.code === 'RefundFailed');

/** Identifies the button of an action: its kind and its line. */
export const actionKey = ({ kind, lineId }: { kind: OrderAction['kind']; lineId?: string }): string =>
  lineId ? `${kind}:${lineId}` : kind;
export const mailKey = (template: ResentTemplate): string => `mail:${template}`;

/** The URLs of a recalled delivery are restored, because most of them are right and will be delivered again. */
const recalledUrls = ({ group, timeline }: { group: OrderGroup; timeline: OrderTimeline }): Record<string, string> => {
  const isOnPage = (lineId: string) => timeline.lines.some(({ id, deliveredAt }) => id === lineId && deliveredAt !== null);
  return Object.fromEntries(
    group.lines.flatMap(({ id, videoDownloadUrl }) => (videoDownloadUrl === null || isOnPage(id) ? [] : [[id, videoDownloadUrl]])),
  );
};

type Input = { group: OrderGroup; workspace: OrderWorkspace };
type Callbacks = { onDone?: () => void; onFailed?: (error: Error) => void };

/**
 * The actions in an order's details, one at a time. Failures and drafts are in the workspace, so that they outlive the dialog: a failure until
 * the next action, a draft until its action is done or cancelled.
 */
export const useOrderDetailActions = ({ group, workspace }: Input) => {
  const { orderNumber } = group;
  const [lastKey, setLastKey] = useState<string | null>(null);
  const draftName = (key: string): string => `${orderNumber} ${key}`;

  const showFailure = (title: string, error: Error) => {
    const message = userMessageOf(error, 'もう一度お試しください。');
    workspace.setFailure(orderNumber, `${title}：${message}`);
    showToast({ title, message, tone: 'error' });
  };

  const showWarning = (message: string) => {
    workspace.setFailure(orderNumber, message);
    showToast({ title: '確認が必要です', message, tone: 'info' });
  };

  // While the dialog is mounted, its replace form shows a delivery doubt.
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const noteOf = (action: OrderAction, timeline: OrderTimeline): string => {
    const line = action.kind === 'decline' && group.lines.find(({ id }) => id === action.lineId);
    return line ? declinedText({ timeline, line }) : (texts[action.kind].note ?? '');
  };

  const mutation = useOrderAction({
    orderNumber,
    onDone: (action, timeline) => {
      workspace.removeDraft(draftName(actionKey(action)));
      if (action.kind === 'recall') workspace.setUrls(recalledUrls({ group, timeline }));
      if (action.kind === 'replace') workspace.setUrl(action.lineId, '');
      showToast({ title: texts[action.kind].done, message: noteOf(action, timeline), tone: 'success' });
    },
    onFailed: (action, error) => {
      const doubt = action.kind === 'replace' ? deliveryDoubtsIn(error)?.[action.lineId] : undefined;
      if (doubt !== undefined && isMounted.current) return;
      if (doubt !== undefined) showWarning(`動画をまだ差し替えていません。差し替える前に確認してください。${doubt}`);
      else if (action.kind === 'decline' && isRefundUnclear(error)) showWarning(REFUND_UNCLEAR);
      else showFailure(texts[action.kind].failed, error);
    },
  });

  const resending = useResendMail({
    orderNumber,
    onDone: (template, { customerEmailSent }) =>
      showToast(
        customerEmailSent
          ? { title: '送信しました', message: `${mailText(template)}を再送信しました。`, tone: 'success' }
          : { title: '送信待ち', message: `${mailText(template)}はまだ送信できていません。自動で再送されます。`, tone: 'info' },
      ),
    onFailed: (template, error) => showFailure(`${mailText(template)}を再送信できませんでした`, error),
  });

  const isBusy = mutation.isPending || resending.isPending;
  const failure = workspace.failures[orderNumber] ?? null;
  const begin = (key: string) => {
    setLastKey(key);
    workspace.removeFailure(orderNumber);
  };

  return {
    run: (action: OrderAction, { onDone, onFailed }: Callbacks = {}) => {
      if (isBusy) return;
      begin(actionKey(action));
      mutation.mutate(action, { onSuccess: onDone, onError: onFailed });
    },
    resend: (template: ResentTemplate) => {
      if (isBusy) return;
      begin(mailKey(template));
      resending.mutate(template);
    },
    draftOf: (key: string): string | null => workspace.drafts[draftName(key)] ?? null,
    setDraft: (key: string, text: string) => workspace.setDraft(draftName(key), text),
    removeDraft: (key: string) => workspace.removeDraft(draftName(key)),
    /** The new video of a line, typed or uploaded, until it is sent or cancelled. */
    urlOf: (lineId: string): string => workspace.urls[lineId] ?? '',
    setUrl: workspace.setUrl,
    /** An action is pending, and further ones are ignored. */
    isBusy,
    isPending: (key: string) => isBusy && lastKey === key,
    /** The failure of this action; with null, the failure of an action outside this dialog. */
    failureOf: (key: string | null) => (lastKey === key ? failure : null),
  };
};
export type OrderDetailActions = ReturnType<typeof useOrderDetailActions>;
