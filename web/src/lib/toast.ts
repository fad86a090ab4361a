import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';

/** `openMs`: how long it stays open, if not as long as its tone requires. */
export type Toast = { title?: string; message: ReactNode; tone?: 'success' | 'error' | 'info'; openMs?: number };
/** A dismissed toast is closed at once and removed from the list later. */
export type ListedToast = Toast & { id: number; isOpen: boolean };

/** Milliseconds between a toast's dismissal and its removal from the list: the specification's figure. */
export const TOAST_REMOVAL_MS = 1_000_000;

/** The toasts of a page, of which at most one is open. */
export const createToasts = () => {
  const store = createStore<readonly ListedToast[]>(() => []);
  let shownCount = 0;

  const dismiss = (id: number): void => {
    const list = store.getState();
    if (!list.some((toast) => toast.id === id && toast.isOpen)) return;
    store.setState(
      list.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)),
      true,
    );
    setTimeout(
      () =>
        store.setState(
          store.getState().filter((toast) => toast.id !== id),
          true,
        ),
      TOAST_REMOVAL_MS,
    );
  };

  /** Opens a toast and closes the one before. */
  const show = (toast: Toast): void => {
    for (const { id } of store.getState()) dismiss(id);
    shownCount += 1;
    store.setState([...store.getState(), { ...toast, id: shownCount, isOpen: true }], true);
  };

  return { store, show, dismiss };
};

/** The toasts that the `Toasts` component shows. */
export const toasts = createToasts();

/** Shows one toast. An error must also be visible elsewhere, because a toast disappears. */
export const showToast = toasts.show;
