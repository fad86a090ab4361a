import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { emailSchema, formatDateTime, MAX_TASK_NOTE_LENGTH, mailText, type OrderTask } from '@stagereel/contracts';
import { IconMail, IconMailForward } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { OrderGroup } from '../../../components/admin-order/order-groups.ts';
import type { OrderWorkspace } from '../../../components/admin-order/order-workspace.ts';
import { EmailField } from '../../../components/ui/account-fields.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { keepImeEnter } from '../../../lib/ime.ts';
import { mailtoHref } from '../../../lib/mail-links.ts';
import styles from './order-tasks.module.css';
import { type TaskActions, useTaskActions } from './use-task-actions.ts';

const small = { size: 'sm', h: 44 } as const;

type FormProps = { task: OrderTask; actions: TaskActions; onDone: () => void; onCancelled: () => void };

const FormButtons = ({ actions, label, onCancel }: { actions: TaskActions; label: string; onCancel: () => void }) => (
  <Group gap="sm">
    <Button type="submit" {...small} loading={actions.isPending}>
      {label}
    </Button>
    <Button variant="default" {...small} onClick={onCancel}>
      キャンセル
    </Button>
  </Group>
);

/** What is typed is kept until it is sent or cancelled, also while the order is not on screen. */
const ResendForm = ({ task, actions, current, onDone, onCancelled }: FormProps & { current: string }) => {
  const [problem, setProblem] = useState<string | null>(null);
  const [openedWith, setOpenedWith] = useState<string | null>(current);
  const field = useRef<HTMLInputElement>(null);
  const draft = actions.draftOf(task.id, 'email');
  const typed = draft.text ?? current;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const email = emailSchema.safeParse(typed);
    if (email.success) {
      actions.run({ kind: 'resend-rejected', taskId: task.id, email: email.data, seenEmail: openedWith ?? current }, onDone);
      // A refusal tells the admin about a change by someone else, so another attempt means the address that is shown then.
      return setOpenedWith(null);
    }
    setProblem('メールアドレスの形式が正しくありません。');
    field.current?.focus();
  };

  return (
    <form onSubmit={submit} onKeyDown={keepImeEnter} noValidate className={styles.form}>
      <Stack gap="sm">
        <EmailField
          ref={field}
          autoFocus={draft.text === null}
          autoComplete="off"
          maxLength={254}
          description="アドレスを変えると、購入履歴・領収書・ダウンロードページは新しいアドレスのお客様のものになり、今のダウンロードリンクは使えなくなります。"
          value={typed}
          error={problem}
          onChange={(event) => {
            draft.set(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <FormButtons
          actions={actions}
          label="このアドレスに再送信"
          onCancel={() => {
            draft.remove();
            onCancelled();
          }}
        />
      </Stack>
    </form>
  );
};

const CloseForm = ({ task, actions, onDone, onCancelled }: FormProps) => {
  const draft = actions.draftOf(task.id, 'note');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        actions.run({ kind: 'close-task', taskId: task.id, note: (draft.text ?? '').trim() }, onDone);
      }}
      className={styles.form}
    >
      <Stack gap="sm">
        <Textarea
          autoFocus={draft.text === null}
          label="対応のメモ（任意）"
          description="操作履歴と注文の詳細に残ります。お客様には表示されません。"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAX_TASK_NOTE_LENGTH}
          value={draft.text ?? ''}
          onChange={(event) => draft.set(event.currentTarget.value)}
        />
        <FormButtons
          actions={actions}
          label="対応済みにする"
          onCancel={() => {
            draft.remove();
            onCancelled();
          }}
        />
      </Stack>
    </form>
  );
};

const MailTaskText = ({ task }: { task: OrderTask }) => (
  <div>
    <Text size="sm">
      {(task.templates ?? []).map(mailText).join('・')}を <strong>{task.email}</strong> に届けられませんでした。
      {task.isResending && '再送信しました。結果を待っています。'}
    </Text>
    <Text size="xs" c="dimmed" className={styles.answer}>
      メールサーバーの応答：{task.text}
    </Text>
  </div>
);

type OpenForm = 'resend' | 'close' | null;

const TaskItem = ({ task, order, actions }: { task: OrderTask; order: OrderGroup; actions: TaskActions }) => {
  const draftedForm =
    actions.draftOf(task.id, 'email').text !== null ? 'resend' : actions.draftOf(task.id, 'note').text !== null ? 'close' : null;
  const [form, setForm] = useState<OpenForm>(draftedForm);
  const opener = useRef<HTMLButtonElement>(null);
  const isMail = task.kind === 'mailRejected';
  // The focused form is unmounted. After its action the task soon leaves too, so the focus moves to the order.
  const closeAndFocus = (target: () => HTMLElement | null) => () => {
    setForm(null);
    setTimeout(() => target()?.focus());
  };
  const closers = {
    onCancelled: closeAndFocus(() => opener.current),
    onDone: closeAndFocus(() => document.getElementById(`order-${order.orderNumber}`)),
  };

  return (
    <li className={styles.task}>
      <div className={styles.head}>
        <StatusBadge tone="due">{isMail ? '要対応：メール未達' : '要対応：お客様からの連絡'}</StatusBadge>
        <Text size="sm" c="dimmed">
          {formatDateTime(task.createdAt)}
        </Text>
      </div>
      {isMail ? <MailTaskText task={task} /> : <blockquote className={styles.words}>{task.text}</blockquote>}
      {form === 'resend' && <ResendForm task={task} actions={actions} current={order.customerEmail} {...closers} />}
      {form === 'close' && <CloseForm task={task} actions={actions} {...closers} />}
      {form === null && (
        <Group gap="sm">
          {isMail && !task.isResending && (
            <Button ref={opener} {...small} leftSection={<IconMailForward size={18} aria-hidden />} onClick={() => setForm('resend')}>
              宛先を直して再送信
            </Button>
          )}
          {!isMail && (
            <Button
              component="a"
              href={mailtoHref({
                to: order.customerEmail,
                subject: `ご注文の動画について（注文番号 ${order.orderNumber}）`,
                lines: [`${order.customerName} 様`],
              })}
              {...small}
              leftSection={<IconMail size={18} aria-hidden />}
            >
              メールで返信
            </Button>
          )}
          <Button ref={isMail && !task.isResending ? undefined : opener} variant="default" {...small} onClick={() => setForm('close')}>
            対応済みにする
          </Button>
        </Group>
      )}
    </li>
  );
};

type Props = { order: OrderGroup; workspace: OrderWorkspace };

const tasksOf = ({ lines: [first] }: OrderGroup): readonly OrderTask[] => first?.tasks ?? [];

/** How many tasks of an order are open; nothing without any. */
export const OrderTaskBadge = ({ order }: Pick<Props, 'order'>): ReactNode => {
  const { length } = tasksOf(order);
  return length > 0 && <StatusBadge tone="due">{length === 1 ? '要対応' : `要対応 ${length}件`}</StatusBadge>;
};

/** The open tasks of an order with their actions, and whether its customer has confirmed the delivery; nothing without either. */
export const OrderTasks = ({ order, workspace }: Props): ReactNode => {
  const actions = useTaskActions({ orderNumber: order.orderNumber, workspace });
  const tasks = tasksOf(order);
  const receivedAt = order.lines[0]?.receivedAt ?? null;
  return (
    <>
      {tasks.length > 0 && (
        <ul className={styles.tasks} aria-label={`注文番号 ${order.orderNumber} の要対応`}>
          {tasks.map((task) => (
            <TaskItem key={task.id} task={task} order={order} actions={actions} />
          ))}
        </ul>
      )}
      {receivedAt !== null && (
        <Text size="sm" className={styles.received}>
          お客様が受け取りを確認しました（{formatDateTime(receivedAt)}）
        </Text>
      )}
    </>
  );
};
