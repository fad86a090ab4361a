import { useSessionStorage } from '@mantine/hooks';
import type { SavedPriceDescription } from '@stagereel/contracts';
import { adminDraftKey } from '../../../lib/admin-drafts.ts';
import { randomId } from '../../../lib/random-id.ts';
import { type PriceDraft, type PriceDraftItem, toPriceDraft } from '../lib/price-draft.ts';
import { agreeIn } from '../lib/send-seen.ts';

/** `seen` is what was saved when the typing began. */
type KeptDraft = PriceDraft & { seen: SavedPriceDescription };

/** What is typed of a price description; it outlives another tab, a reload and an ended session until it is saved or given up. */
export const usePriceDraft = ({ contestId, saved }: { contestId: string; saved: SavedPriceDescription }) => {
  const [kept, setKept, giveUp] = useSessionStorage<KeptDraft | null>({
    key: adminDraftKey(`price-description:${contestId}`),
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  // One that was kept before drafts knew what they began from does not say what it would overwrite.
  const typed = kept?.seen ? kept : null;
  const draft: KeptDraft = typed ?? { ...toPriceDraft(saved), seen: saved };

  const changeItem = (id: string, change: Partial<PriceDraftItem>) =>
    setKept({ ...draft, items: draft.items.map((item) => (item.id === id ? { ...item, ...change } : item)) });

  return {
    draft,
    isDirty: typed !== null,
    /** Whether somebody else has saved another one since the typing began. */
    isOvertaken: !agreeIn({ fields: ['items', 'notes'], left: draft.seen, right: saved }),
    giveUp,
    changeItem,
    addItem: () => setKept({ ...draft, items: [...draft.items, { id: randomId(), name: '', price: '' }] }),
    removeItem: (id: string) => setKept({ ...draft, items: draft.items.filter((item) => item.id !== id) }),
    changeNotes: (notes: string) => setKept({ ...draft, notes }),
  };
};
