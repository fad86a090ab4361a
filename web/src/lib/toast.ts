export type Toast = { title?: string; message: string; tone?: 'success' | 'error' | 'info' };
/** A dismissed toast is closed at once; it stays in the list for a while longer. */
export type ListedToast = Toast & { id: number; isOpen: boolean };

/** Milliseconds between a toast's dismissal and its removal from the list: the specification's figure. */
export const TOAST_REMOVAL_MS = 1_000_000;

/** The toasts of a page, of which at most one is open. */
export const createToasts = () => {
  const listeners = new Set<() => void>();
  let list: readonly ListedToast[] = [];
  let shown = 0;

  const change = (next: readonly ListedToast[]) => {
    list = next;
    for (const listener of listeners) listener();
  };

  const dismiss = (id: number): void => {
    if (!list.some((toast) => toast.id === id && toast.isOpen)) return;
    change(list.map((toast) => (toast.id === id ? { ...toast, isOpen: false } : toast)));
    setTimeout(() => change(list.filter((toast) => toast.id !== id)), TOAST_REMOVAL_MS);
  };

  return {
    /** Opens a toast; the newest takes the place of the one before. */
    show: (toast: Toast): void => {
      for (const { id } of list) dismiss(id);
      shown += 1;
      change([...list, { ...toast, id: shown, isOpen: true }]);
    },
    dismiss,
    list: (): readonly ListedToast[] => list,
    /** Calls back after every change; returns how to stop that. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

/** What the `Toasts` component shows. */
export const toasts = createToasts();

/** Shows one toast. Never the only copy of an error. */
export const showToast = toasts.show;
