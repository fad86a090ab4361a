import { Notification } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ListedToast } from '../../lib/toast.ts';
import { toasts } from '../../lib/toast.ts';
import styles from './toasts.module.css';

const colors = { success: 'teal', error: 'red', info: 'brand' } as const;
/** Milliseconds; an error wants more reading. */
const OPEN_MS = { success: 5_000, info: 5_000, error: 10_000 } as const;

const ToastCard = ({ toast: { id, title, message, tone = 'info' } }: { toast: ListedToast }) => {
  const [isHeld, setIsHeld] = useState(false);

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => toasts.dismiss(id), OPEN_MS[tone]);
    return () => clearTimeout(timer);
  }, [id, tone, isHeld]);

  // Whoever points at it or has it in focus reads it in their own time.
  return (
    <Notification
      className={styles.toast}
      role={tone === 'error' ? 'alert' : 'status'}
      color={colors[tone]}
      title={title}
      withBorder
      onClose={() => toasts.dismiss(id)}
      closeButtonProps={{ 'aria-label': '通知を閉じる', size: 44 }}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      {message}
    </Notification>
  );
};

/** Where toasts appear, one at a time. */
export const Toasts = () => {
  const open = useSyncExternalStore(toasts.subscribe, toasts.list).find(({ isOpen }) => isOpen);
  return <div className={styles.place}>{open && <ToastCard key={open.id} toast={open} />}</div>;
};
