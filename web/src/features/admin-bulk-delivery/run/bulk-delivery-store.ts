import { createStore } from 'zustand/vanilla';
import { onAdminDraftsForgotten } from '../../../lib/admin-drafts.ts';
import { isSessionExpired } from '../../../lib/api-error.ts';
import { announceSessionExpiry } from '../../../lib/session-expiry.ts';
import type { BulkProgress, BulkResult } from './deliver-orders.ts';
import type { PlannedOrder, Source } from './plan-delivery.ts';

/** The orders of a bulk delivery with what the admin gave them. */
export type RunInput = { orders: readonly PlannedOrder[]; sources: readonly Source[] };

/** The result of a bulk delivery with the texts of its failures. */
export type FinishedDelivery = Omit<BulkResult, 'failed'> & { failed: readonly { orderNumber: string; message: string }[] };

/** The result, and what the admin has done about the doubtful orders since. */
export type BulkOutcome = FinishedDelivery & {
  /** Orders whose doubtful videos the admin removed. */
  removed: readonly string[];
  /** The doubtful order whose delivery is being confirmed; null for none. */
  settling: string | null;
};

type BulkState = {
  /** Of the running bulk delivery. */
  progress: BulkProgress | null;
  /** Of the last bulk delivery. */
  outcome: BulkOutcome | null;
  /** The bulk delivery waits until its admin has signed in again. */
  isSignedOut: boolean;
  /** The dialog. */
  isOpen: boolean;
};

const INITIAL: BulkState = { progress: null, outcome: null, isSignedOut: false, isOpen: false };

type Running = {
  /** Aborted by a cancellation or a sign-out. */
  signal: AbortSignal;
  onProgress: (progress: BulkProgress) => void;
  /** Whether the admin who started it is still signed in. After a sign-out nothing may be shown or stored any more. */
  isCurrent: () => boolean;
  /**
   * Repeats an attempt that failed because the session had expired, once the admin has signed in again.
   * @throws the signal's reason when it is aborted before an attempt
   */
  withSession: <T>(attempt: () => Promise<T>, signal: AbortSignal) => Promise<T>;
};

/** The pauses of a bulk delivery. `pause` is called for each request that found the session expired, `resume` after the sign-in. */
const createSessionGate = ({ onChange }: { onChange: (isSignedOut: boolean) => void }) => {
  let closed: { opened: Promise<void>; open: () => void } | null = null;
  let signIns = 0;

  const pause = (): void => {
    if (closed) return;
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    closed = { opened, open };
    onChange(true);
  };
  const resume = (): void => {
    if (!closed) return;
    const { open } = closed;
    closed = null;
    signIns += 1;
    onChange(false);
    open();
  };
  const untilOpen = async (signal: AbortSignal): Promise<void> => {
    while (closed && !signal.aborted) {
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      await Promise.race([closed.opened, aborted]);
    }
    signal.throwIfAborted();
  };

  const withSession = async <T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    for (;;) {
      await untilOpen(signal);
      const before = signIns;
      try {
        return await attempt();
      } catch (error) {
        if (!isSessionExpired(error) || signal.aborted) throw error;
        // The response to a request of the old session may arrive after the sign-in.
        if (before === signIns) pause();
      }
    }
  };
  return { pause, resume, withSession };
};

/** The bulk delivery of this page. It continues while its admin is on another screen; a sign-out ends it. */
export const createBulkDeliveryStore = ({ onRunningChange }: { onRunningChange: (isRunning: boolean) => void }) => {
  const store = createStore<BulkState>(() => INITIAL);
  const { getState, setState } = store;
  let running: AbortController | null = null;
  let mountedCount = 0;
  let lastInput: RunInput | null = null;

  const isVisible = (): boolean => getState().isOpen && mountedCount > 0;
  const gate = createSessionGate({
    onChange: (isSignedOut) => {
      setState({ isSignedOut });
      // The open dialog asks for the sign-in. Without it, the page leads to the sign-in page, and the admin comes back to this screen.
      if (isSignedOut) announceSessionExpiry();
    },
  });

  const changeOutcome = (change: (outcome: BulkOutcome) => BulkOutcome | null): void =>
    setState(({ outcome }) => ({ outcome: outcome && change(outcome) }));

  onAdminDraftsForgotten(() => {
    running?.abort();
    if (running) onRunningChange(false);
    running = null;
    lastInput = null;
    gate.resume();
    setState(INITIAL);
  });

  return {
    store,
    read: getState,
    openDialog: (): void => setState({ isOpen: true }),
    closeDialog: (): void => setState({ isOpen: false }),
    /** The screen with the dialog is mounted, until the returned function is called. A dialog without progress or outcome then closes. */
    mount: (): (() => void) => {
      mountedCount += 1;
      gate.resume();
      return () => {
        mountedCount -= 1;
        const { progress, outcome } = getState();
        if (progress === null && outcome === null) setState(INITIAL);
      };
    },
    /** Whether the admin sees the dialog now. */
    isVisible,
    /** The session has ended: a bulk delivery, running or not yet started, waits. */
    pause: gate.pause,
    /** The admin has signed in again: a bulk delivery that waits for it continues. */
    resume: gate.resume,
    /** The orders and files of the last bulk delivery, to try them again. */
    lastInput: (): RunInput | null => lastInput,
    /**
     * Runs the work of a bulk delivery, unless one is running.
     * @throws what the work throws; then there is no outcome
     */
    start: async (input: RunInput, work: (running: Running) => Promise<FinishedDelivery>): Promise<void> => {
      if (running) return;
      const controller = new AbortController();
      running = controller;
      lastInput = input;
      const isCurrent = () => running === controller;
      onRunningChange(true);
      const total = input.orders.length;
      setState({
        progress: { delivered: 0, done: 0, total, percent: 0, sentBytes: 0, totalBytes: 0, uploading: [] },
        outcome: null,
      });
      let outcome: BulkOutcome | null = null;
      try {
        const onProgress = (progress: BulkProgress) => isCurrent() && setState({ progress });
        const result = await work({ signal: controller.signal, onProgress, isCurrent, withSession: gate.withSession });
        outcome = { ...result, removed: [], settling: null };
      } finally {
        if (isCurrent()) {
          running = null;
          onRunningChange(false);
          gate.resume();
          setState({ progress: null, outcome });
        }
      }
    },
    /** Ends the bulk delivery after the pending deliveries. */
    cancel: (): void => running?.abort(),
    changeOutcome,
    clearOutcome: (): void => setState({ outcome: null }),
    /**
     * Settles a doubtful order; only one at a time, because several screens may try. The change that `work` returns is applied only if the
     * outcome is still that of the same bulk delivery.
     */
    settle: async (orderNumber: string, work: () => Promise<(outcome: BulkOutcome) => BulkOutcome>): Promise<void> => {
      const { outcome } = getState();
      if (outcome === null || outcome.settling !== null) return;
      changeOutcome((known) => ({ ...known, settling: orderNumber }));
      let change = (known: BulkOutcome) => known;
      try {
        change = await work();
      } finally {
        changeOutcome((known) => (known.settling === orderNumber ? { ...change(known), settling: null } : known));
      }
    },
  };
};

const warnBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

export const bulkDelivery = createBulkDeliveryStore({
  onRunningChange: (isRunning) => window[isRunning ? 'addEventListener' : 'removeEventListener']('beforeunload', warnBeforeLeaving),
});
