import { type OrderTaskAction, useOrderAction } from '../../../api/admin-order-actions.ts';
import type { OrderWorkspace } from '../../../components/admin-order/order-workspace.ts';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';

type Field = 'email' | 'note';

const fieldOf: Record<OrderTaskAction['kind'], Field> = { 'resend-rejected': 'email', 'close-task': 'note' };
const failed: Record<OrderTaskAction['kind'], string> = {
  'resend-rejected': 'メールを再送信できませんでした',
  'close-task': '対応済みにできませんでした',
};

type Input = { orderNumber: string; workspace: OrderWorkspace };

/** The actions on the tasks of an order, one at a time. Drafts and failures are in the workspace, so that they outlive the card. */
export const useTaskActions = ({ orderNumber, workspace }: Input) => {
  const draftName = (taskId: string, field: Field): string => `${orderNumber} task ${taskId} ${field}`;

  const mutation = useOrderAction<OrderTaskAction>({
    orderNumber,
    onDone: (action, { tasks, email }) => {
      workspace.removeDraft(draftName(action.taskId, fieldOf[action.kind]));
      const isOpen = tasks.some(({ id }) => id === action.taskId);
      if (action.kind === 'close-task')
        showToast({ title: '対応済みにしました', message: '操作履歴にメモを残しました。', tone: 'success' });
      else if (isOpen)
        showToast({ title: '再送信しました', message: `${email} に送信しています。届くと、要対応から消えます。`, tone: 'info' });
      else showToast({ title: '再送信しました', message: `${email} に送信しました。`, tone: 'success' });
    },
    onFailed: ({ kind }, error) => {
      const message = userMessageOf(error, 'もう一度お試しください。');
      workspace.setFailure(orderNumber, `${failed[kind]}：${message}`);
      showToast({ title: failed[kind], message, tone: 'error' });
    },
  });

  return {
    run: (action: OrderTaskAction, onDone: () => void) => {
      workspace.removeFailure(orderNumber);
      mutation.mutate(action, { onSuccess: onDone });
    },
    isPending: mutation.isPending,
    /** The unsent text of a form; null until something is typed. */
    draftOf: (taskId: string, field: Field) => {
      const name = draftName(taskId, field);
      return {
        text: workspace.drafts[name] ?? null,
        set: (text: string) => workspace.setDraft(name, text),
        remove: () => workspace.removeDraft(name),
      };
    },
  };
};
export type TaskActions = ReturnType<typeof useTaskActions>;
