import type { DraftItem, FormData, savedData } from './saved-data.ts';

type Saved = Pick<typeof savedData, 'read' | 'write'>;

/** Older unfinished orders are dropped. */
const KEPT_DRAFTS = 20;

const draftsIn = (saved: Saved): FormData['drafts'] => saved.read('formData')?.drafts ?? [];

/** The draft of a contest; null for none. */
export const readDraft = (saved: Saved, contestSlug: string): DraftItem[] | null =>
  draftsIn(saved).find((draft) => draft.contestSlug === contestSlug)?.items ?? null;

export const forgetDraft = (saved: Saved, contestSlug: string): void =>
  saved.write('formData', { drafts: draftsIn(saved).filter((draft) => draft.contestSlug !== contestSlug) });

export const writeDraft = (saved: Saved, contestSlug: string, items: readonly DraftItem[]): void => {
  const others = draftsIn(saved).filter((draft) => draft.contestSlug !== contestSlug);
  saved.write('formData', { drafts: [{ contestSlug, items: [...items] }, ...others].slice(0, KEPT_DRAFTS) });
};
