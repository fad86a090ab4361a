import type { Deps } from './domain/deps.ts';
import { closeDispute, type DisputeOutcome } from './domain/disputes.ts';
import { failRefund } from './domain/refunds.ts';
import { settleHeldPayments } from './domain/settle-payment.ts';
import { type FaultInput, type Faults, faultSchema } from './faults.ts';
import type { Delivery } from './rows.ts';
import type { Store, Transaction } from './store.ts';
import type { WebhookMode, Webhooks } from './webhooks.ts';

export type SettlementMode = 'settle' | 'hold';

/** Controls for tests and drills, the same in the same process and over `/_simulator/…`. */
export type Controls = {
  deliveries(): Delivery[];
  setWebhookMode(mode: WebhookMode): void;
  setWebhookUrl(url: string | null): void;
  /** Sends an event again; false if it has no delivery. */
  resendEvent(id: string): Promise<boolean>;
  /** While settlement is held, payments with good cards stay `processing`; `settle` completes them all. */
  setSettlementMode(mode: SettlementMode): Promise<void>;
  isSettlementHeld(): boolean;
  /** Closes the open dispute of a payment; false if none is open. */
  closeDispute(input: { paymentIntent: string; outcome: DisputeOutcome }): Promise<boolean>;
  /** Makes a succeeded refund fail afterwards; false if it has not succeeded. */
  failRefund(id: string): Promise<boolean>;
  failNext(fault: FaultInput): void;
  clearFaults(): void;
};

export function createControls(parts: { store: Store; webhooks: Webhooks; faults: Faults; depsFor: (tx: Transaction) => Deps }): Controls {
  const { store, webhooks, faults } = parts;
  let settlement: SettlementMode = 'settle';
  const inTransaction = async <Result>(run: (deps: Deps) => Result): Promise<Result> => {
    const tx = store.begin();
    const result = run(parts.depsFor(tx));
    tx.commit();
    return result;
  };
  return {
    deliveries: () => store.all('deliveries'),
    setWebhookMode: webhooks.setMode,
    setWebhookUrl: webhooks.setUrl,
    resendEvent: webhooks.resend,
    async setSettlementMode(mode) {
      settlement = mode;
      if (mode === 'hold') return;
      const held = store.all('payment_intents').filter((intent) => intent.status === 'processing');
      await inTransaction((deps) => settleHeldPayments(deps, held));
    },
    isSettlementHeld: () => settlement === 'hold',
    closeDispute: (input) => inTransaction((deps) => closeDispute(deps, input)),
    failRefund: (id) => inTransaction((deps) => failRefund(deps, id)),
    failNext: (fault) => faults.add(faultSchema.parse(fault)),
    clearFaults: faults.clear,
  };
}
