export type Toast = { title?: string; message: string; tone?: 'success' | 'error' | 'info' };

const colors = { success: 'teal', error: 'red', info: 'brand' } as const;
const SHOWN_MS = { success: 5_000, info: 5_000, error: 10_000 } as const;

/** Shows one toast; the newest replaces the one before. Never the only copy of an error. */
export const showToast = async ({ title, message, tone = 'info' }: Toast): Promise<void> => {
  const { notifications } = await import('@mantine/notifications');
  notifications.cleanQueue();
  notifications.clean();
  notifications.show({
    title,
    message,
    color: colors[tone],
    autoClose: SHOWN_MS[tone],
    role: tone === 'error' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': '通知を閉じる', size: 44 },
  });
};
