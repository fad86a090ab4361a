import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createToasts, TOAST_REMOVAL_MS } from './toast.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const openOf = (toasts: ReturnType<typeof createToasts>) =>
  toasts
    .list()
    .filter(({ isOpen }) => isOpen)
    .map(({ message }) => message);

describe('toasts', () => {
  test('when a second one is shown, it alone is open', () => {
    const toasts = createToasts();
    toasts.show({ message: 'コピーしました' });
    toasts.show({ message: 'ログアウトしました。' });
    expect(openOf(toasts)).toEqual(['ログアウトしました。']);
  });

  test('when one is dismissed, it is closed at once and removed after 1,000,000 ms', () => {
    const toasts = createToasts();
    toasts.show({ message: 'コピーしました' });
    const [toast] = toasts.list();
    toasts.dismiss(Number(toast?.id));
    expect(toasts.list()).toEqual([{ id: toast?.id, message: 'コピーしました', isOpen: false }]);
    expect(TOAST_REMOVAL_MS).toBe(1_000_000);
    jest.advanceTimersByTime(999_999);
    expect(toasts.list()).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(toasts.list()).toEqual([]);
  });

  test('when one is dismissed twice, its time does not begin anew', () => {
    const toasts = createToasts();
    toasts.show({ message: 'コピーしました' });
    const id = Number(toasts.list()[0]?.id);
    toasts.dismiss(id);
    jest.advanceTimersByTime(600_000);
    toasts.dismiss(id);
    jest.advanceTimersByTime(400_000);
    expect(toasts.list()).toEqual([]);
  });

  test('when something changes, every subscriber hears of it until they stop', () => {
    const toasts = createToasts();
    const heard = jest.fn();
    const stop = toasts.subscribe(heard);
    toasts.show({ message: 'コピーしました' });
    expect(heard).toHaveBeenCalledTimes(1);
    stop();
    toasts.show({ message: 'コピーしました' });
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
