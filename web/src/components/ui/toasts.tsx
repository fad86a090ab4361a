import { Notification } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ListedToast } from '../../lib/toast.ts';
import { toasts } from '../../lib/toast.ts';
import styles from './toasts.module.css';

const colors = { success: 'teal', error: 'red', info: 'brand' } as const;
/** Milliseconds; an error takes longer to read. */
const OPEN_MS = { success: 5_000, info: 5_000, error: 10_000 } as const;

const ToastCard = ({ toast: { id, title, message, tone = 'info', openMs = OPEN_MS[tone] } }: { toast: ListedToast }) => {
  const [isPaused, setIsPaused] = useState(false);

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => toasts.dismiss(id), openMs);
    return () => clearTimeout(timer);
  }, [id, openMs, isPaused]);

  // A toast that has the pointer or the focus stays open.
  return (
    <Notification
      className={styles.toast}
      role={tone === 'error' ? 'alert' : 'status'}
      color={colors[tone]}
      title={title}
      withBorder
      onClose={() => toasts.dismiss(id)}
      closeButtonProps={{ 'aria-label': '通知を閉じる', size: 44 }}
      onMouseEnter={() => setIsPaused(true)}
      onMouseLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      {message}
    </Notification>
  );
};

/** Shows one toast at a time. */
export const Toasts = () => {
  const open = useStore(toasts.store, (list) => list.find(({ isOpen }) => isOpen));
  return <div className={styles.place}>{open && <ToastCard key={open.id} toast={open} />}</div>;
};
