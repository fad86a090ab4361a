import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createToasts, TOAST_REMOVAL_MS } from './toast.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const openOf = (toasts: ReturnType<typeof createToasts>) =>
  toasts.store
    .getState()
    .filter(({ isOpen }) => isOpen)
    .map(({ message }) => message);

describe('toasts', () => {
  test('when a second toast is shown, only that one is open (customer 9.9; admin 9.21)', () => {
    const toasts = createToasts();
    toasts.show({ message: 'コピーしました' });
    toasts.show({ message: 'ログアウトしました。' });
    expect(openOf(toasts)).toEqual(['ログアウトしました。']);
  });

  test('when a toast is dismissed, it is closed at once and removed after 1,000,000 ms (customer 9.9; admin 9.21)', () => {
    const toasts = createToasts();
    toasts.show({ message: 'コピーしました' });
    const [toast] = toasts.store.getState();
    toasts.dismiss(Number(toast?.id));
    expect(toasts.store.getState()).toEqual([{ id: toast?.id, message: 'コピーしました', isOpen: false }]);
    expect(TOAST_REMOVAL_MS).toBe(1_000_000);
    jest.advanceTimersByTime(999_999);
    expect(toasts.store.getState()).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(toasts.store.getState()).toEqual([]);
  });

  test('when a toast is dismissed twice, the time until its removal does not start again', () => {
    const toasts = createToasts();
    toasts.show({ message: 'コピーしました' });
    const id = Number(toasts.store.getState()[0]?.id);
    toasts.dismiss(id);
    jest.advanceTimersByTime(600_000);
    toasts.dismiss(id);
    jest.advanceTimersByTime(400_000);
    expect(toasts.store.getState()).toEqual([]);
  });

  test('when a toast is shown, subscribers are notified until they unsubscribe', () => {
    const toasts = createToasts();
    const onChange = jest.fn();
    const stop = toasts.store.subscribe(onChange);
    toasts.show({ message: 'コピーしました' });
    expect(onChange).toHaveBeenCalledTimes(1);
    stop();
    toasts.show({ message: 'コピーしました' });
    expect(onChange).toHaveBeenCalledTimes(1);
  });
});
