import { useState } from 'react';
import { userMessageOf } from '../../../lib/api-error.ts';
import { showToast } from '../../../lib/toast.ts';
import { type AddressKind, useLiftAddress } from '../api/lift-address.ts';

export type LiftTexts = { done: string; failed: string };
type Options = { kind: AddressKind; texts: LiftTexts; onLifted: () => void };

/** Takes an address off its list and says how that went. */
export const useAddressLift = ({ kind, texts: { done, failed }, onLifted }: Options) => {
  const [failure, setFailure] = useState<string | null>(null);
  const mutation = useLiftAddress({
    kind,
    onLifted: (address) => {
      void showToast({ title: done, message: address, tone: 'success' });
      onLifted();
    },
    onFailed: (address, error) => {
      const reason = userMessageOf(error, 'もう一度お試しください。');
      setFailure(`${failed}（${address}）：${reason}`);
      void showToast({ title: failed, message: reason, tone: 'error' });
    },
  });

  const lift = (address: string) => {
    if (mutation.isPending) return;
    setFailure(null);
    mutation.mutate(address);
  };

  return { failure, liftingAddress: mutation.isPending ? mutation.variables : null, lift };
};
