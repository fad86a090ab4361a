import type { Deps } from './domain/deps.ts';
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
  failNext(fault: FaultInput): void;
  clearFaults(): void;
};

export function createControls(parts: { store: Store; webhooks: Webhooks; faults: Faults; depsFor: (tx: Transaction) => Deps }): Controls {
  const { store, webhooks, faults } = parts;
  let settlement: SettlementMode = 'settle';
  return {
    deliveries: () => store.all('deliveries'),
    setWebhookMode: webhooks.setMode,
    setWebhookUrl: webhooks.setUrl,
    resendEvent: webhooks.resend,
    async setSettlementMode(mode) {
      settlement = mode;
      if (mode === 'hold') return;
      const tx = store.begin();
      const held = store.all('payment_intents').filter((intent) => intent.status === 'processing');
      settleHeldPayments(parts.depsFor(tx), held);
      await tx.commit();
    },
    isSettlementHeld: () => settlement === 'hold',
    failNext: (fault) => faults.add(faultSchema.parse(fault)),
    clearFaults: faults.clear,
  };
}
