import { onAdminDraftsForgotten } from '../../../lib/admin-drafts.ts';
import type { DoubtfulDelivery } from './delivery-doubts.ts';
import type { BulkResult, BulkStep } from './run-bulk-delivery.ts';

export type BulkOutcome = Omit<BulkResult, 'doubtful' | 'failed'> & {
  /** They wait for the admin's word, one by one, as long as they are what the desk would deliver. */
  doubtful: readonly DoubtfulDelivery[];
  failed: readonly { orderNumber: string; message: string }[];
  /** Orders whose doubtful videos the admin took out. */
  takenOut: readonly string[];
  /** The doubtful order that is being delivered all the same; null for none. */
  settling: string | null;
};

/** What came of a run by itself. */
export type BulkEnd = Omit<BulkOutcome, 'takenOut' | 'settling'>;

/** `step`: null while nothing is under way; `outcome`: what came of the last run; `isOpen`: whether the admin wants to see it. */
type BulkState = { step: BulkStep | null; outcome: BulkOutcome | null; isOpen: boolean };

const NOTHING: BulkState = { step: null, outcome: null, isOpen: false };

/** `isOwn`: whether whoever began it is still signed in; all else that comes of it is nobody's. */
type Running = { signal: AbortSignal; onStep: (step: BulkStep) => void; isOwn: () => boolean };

/**
 * The bulk delivery of this page. It goes on while its admin looks at another screen, and is there again when he comes back; a sign-out
 * ends it.
 */
export const createBulkRun = ({ onWorking }: { onWorking: (isWorking: boolean) => void }) => {
  const listeners = new Set<() => void>();
  let state = NOTHING;
  let halting: AbortController | null = null;

  const set = (next: BulkState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const changeOutcome = (how: (known: BulkOutcome) => BulkOutcome | null) =>
    set({ ...state, outcome: state.outcome && how(state.outcome) });

  onAdminDraftsForgotten(() => {
    halting?.abort();
    if (halting) onWorking(false);
    halting = null;
    set(NOTHING);
  });

  return {
    read: (): BulkState => state,
    /** Calls back after every change; returns how to stop that. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open: (): void => set({ ...state, isOpen: true }),
    close: (): void => set({ ...state, isOpen: false }),
    /** The screen is being left: what runs or has ended is to be seen again, a dialog in which nothing has happened is not. */
    leave: (): void => {
      if (state.step === null && state.outcome === null) set(NOTHING);
    },
    /** Whether an admin has it before the eyes. */
    isSeen: (): boolean => state.isOpen && listeners.size > 0,
    changeOutcome,
    forgetOutcome: (): void => changeOutcome(() => null),
    /**
     * Settles a doubtful order, one at a time, whichever screen asks for it. What `work` makes of the outcome counts as long as that is the
     * outcome of the same run.
     */
    settle: async (orderNumber: string, work: () => Promise<(known: BulkOutcome) => BulkOutcome>): Promise<void> => {
      if (state.outcome === null || state.outcome.settling !== null) return;
      changeOutcome((known) => ({ ...known, settling: orderNumber }));
      let how = (known: BulkOutcome) => known;
      try {
        how = await work();
      } finally {
        changeOutcome((known) => (known.settling === orderNumber ? { ...how(known), settling: null } : known));
      }
    },
    /**
     * Begins one, unless one is under way.
     * @throws what the work throws; then there is no outcome
     */
    start: async (total: number, work: (running: Running) => Promise<BulkEnd>): Promise<void> => {
      if (halting) return;
      const own = new AbortController();
      halting = own;
      const isOwn = () => halting === own;
      onWorking(true);
      set({ ...state, step: { delivered: 0, done: 0, total, percent: 0 }, outcome: null });
      let outcome: BulkOutcome | null = null;
      try {
        outcome = {
          ...(await work({ signal: own.signal, onStep: (step) => isOwn() && set({ ...state, step }), isOwn })),
          takenOut: [],
          settling: null,
        };
      } finally {
        if (isOwn()) {
          halting = null;
          onWorking(false);
          set({ ...state, step: null, outcome });
        }
      }
    },
    /** Ends it after the delivery that is under way. */
    halt: (): void => halting?.abort(),
  };
};

const warnBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

export const bulkRun = createBulkRun({
  onWorking: (isWorking) => window[isWorking ? 'addEventListener' : 'removeEventListener']('beforeunload', warnBeforeLeaving),
});
