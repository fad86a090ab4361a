import { useSessionStorage } from '@mantine/hooks';
import type { PriceDescription } from '@stagereel/contracts';
import { adminDraftKey } from '../../../lib/admin-drafts.ts';
import { randomId } from '../../../lib/random-id.ts';
import { type PriceDraft, type PriceDraftItem, toPriceDraft } from '../lib/price-draft.ts';

/** What is typed of a price description; it outlives another tab, a reload and an ended session until it is saved or given up. */
export const usePriceDraft = ({ contestId, saved }: { contestId: string; saved: PriceDescription }) => {
  const [kept, setKept, giveUp] = useSessionStorage<PriceDraft | null>({
    key: adminDraftKey(`price-description:${contestId}`),
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const draft = kept ?? toPriceDraft(saved);

  const changeItem = (id: string, change: Partial<PriceDraftItem>) =>
    setKept({ ...draft, items: draft.items.map((item) => (item.id === id ? { ...item, ...change } : item)) });

  return {
    draft,
    isDirty: kept !== null,
    giveUp,
    changeItem,
    addItem: () => setKept({ ...draft, items: [...draft.items, { id: randomId(), name: '', price: '' }] }),
    removeItem: (id: string) => setKept({ ...draft, items: draft.items.filter((item) => item.id !== id) }),
    changeNotes: (notes: string) => setKept({ ...draft, notes }),
  };
};
