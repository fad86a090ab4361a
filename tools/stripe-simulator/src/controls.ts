import { closeDispute, type DisputeOutcome } from './domain/close-dispute.ts';
import type { Deps } from './domain/deps.ts';
import { failRefund } from './domain/fail-refund.ts';
import { settleHeldPayments } from './domain/settle-payment.ts';
import { type FaultInput, type Faults, faultSchema } from './faults.ts';
import type { Delivery } from './rows.ts';
import type { Store, Transaction } from './store.ts';
import type { WebhookMode, Webhooks } from './webhooks.ts';

export type SettlementMode = 'settle' | 'hold';

/** How tests and drills take hold of the simulator, by the same means in the same process and over `/_simulator/…`. */
export type Controls = {
  deliveries(): Delivery[];
  setWebhookMode(mode: WebhookMode): void;
  setWebhookUrl(url: string | null): void;
  /** Sends an event again; false when it was never to be sent. */
  resendEvent(id: string): Promise<boolean>;
  /** While held, good cards leave their payment in `processing`; `settle` ends that for all of them. */
  setSettlementMode(mode: SettlementMode): Promise<void>;
  isSettlementHeld(): boolean;
  /** Ends the open dispute of a payment; false when none is open. */
  closeDispute(input: { paymentIntent: string; outcome: DisputeOutcome }): Promise<boolean>;
  /** Lets a refund that succeeded come to nothing; false when it did not succeed. */
  failRefund(id: string): Promise<boolean>;
  failNext(fault: FaultInput): void;
  clearFaults(): void;
};

export function createControls(parts: { store: Store; webhooks: Webhooks; faults: Faults; depsFor: (tx: Transaction) => Deps }): Controls {
  const { store, webhooks, faults } = parts;
  let settlement: SettlementMode = 'settle';
  const act = async <Result>(run: (deps: Deps) => Result): Promise<Result> => {
    const tx = store.begin();
    const result = run(parts.depsFor(tx));
    await tx.commit();
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
      await act((deps) => settleHeldPayments(deps, held));
    },
    isSettlementHeld: () => settlement === 'hold',
    closeDispute: (input) => act((deps) => closeDispute(deps, input)),
    failRefund: (id) => act((deps) => failRefund(deps, id)),
    failNext: (fault) => faults.add(faultSchema.parse(fault)),
    clearFaults: faults.clear,
  };
}
