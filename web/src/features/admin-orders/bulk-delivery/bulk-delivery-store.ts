import { createStore } from 'zustand/vanilla';
import { onAdminDraftsForgotten } from '../../../lib/admin-drafts.ts';
import type { BulkProgress, BulkResult } from './deliver-orders.ts';

/** The result of a bulk delivery with the texts of its failures. */
export type FinishedDelivery = Omit<BulkResult, 'failed'> & { failed: readonly { orderNumber: string; message: string }[] };

/** The result, and what the admin has done about the doubtful orders since. */
export type BulkOutcome = FinishedDelivery & {
  /** Orders whose doubtful videos the admin removed. */
  removed: readonly string[];
  /** The doubtful order whose delivery is being confirmed; null for none. */
  settling: string | null;
};

/** `progress`: of the running bulk delivery; `outcome`: of the last one; `isOpen`: the dialog. */
type BulkState = { progress: BulkProgress | null; outcome: BulkOutcome | null; isOpen: boolean };

const INITIAL: BulkState = { progress: null, outcome: null, isOpen: false };

type Running = {
  /** Aborted by a cancellation or a sign-out. */
  signal: AbortSignal;
  onProgress: (progress: BulkProgress) => void;
  /** Whether the admin who started it is still signed in. After a sign-out nothing may be shown or stored any more. */
  isCurrent: () => boolean;
};

/** The bulk delivery of this page. It continues while its admin is on another screen; a sign-out ends it. */
export const createBulkDeliveryStore = ({ onRunningChange }: { onRunningChange: (isRunning: boolean) => void }) => {
  const store = createStore<BulkState>(() => INITIAL);
  const { getState, setState } = store;
  let running: AbortController | null = null;
  let mountedCount = 0;

  const changeOutcome = (change: (outcome: BulkOutcome) => BulkOutcome | null): void =>
    setState(({ outcome }) => ({ outcome: outcome && change(outcome) }));

  onAdminDraftsForgotten(() => {
    running?.abort();
    if (running) onRunningChange(false);
    running = null;
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
      return () => {
        mountedCount -= 1;
        const { progress, outcome } = getState();
        if (progress === null && outcome === null) setState(INITIAL);
      };
    },
    /** Whether the admin sees the dialog now. */
    isVisible: (): boolean => getState().isOpen && mountedCount > 0,
    /**
     * Runs the work of a bulk delivery, unless one is running.
     * @throws what the work throws; then there is no outcome
     */
    start: async (total: number, work: (running: Running) => Promise<FinishedDelivery>): Promise<void> => {
      if (running) return;
      const controller = new AbortController();
      running = controller;
      const isCurrent = () => running === controller;
      onRunningChange(true);
      setState({ progress: { delivered: 0, done: 0, total, percent: 0 }, outcome: null });
      let outcome: BulkOutcome | null = null;
      try {
        const onProgress = (progress: BulkProgress) => isCurrent() && setState({ progress });
        outcome = { ...(await work({ signal: controller.signal, onProgress, isCurrent })), removed: [], settling: null };
      } finally {
        if (isCurrent()) {
          running = null;
          onRunningChange(false);
          setState({ progress: null, outcome });
        }
      }
    },
    /** Ends the bulk delivery after the pending delivery of an order. */
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
