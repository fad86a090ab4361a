import type { DraftItem, FormData, savedData } from './storage.ts';

type Saved = Pick<typeof savedData, 'read' | 'write'>;

/** More unfinished orders than this are nobody's plans any more. */
const KEPT_DRAFTS = 20;

const draftsIn = (saved: Saved): FormData['drafts'] => saved.read('formData')?.drafts ?? [];

/** What was chosen for a contest and is not ordered yet; null for nothing. */
export const readDraft = (saved: Saved, contestSlug: string): DraftItem[] | null =>
  draftsIn(saved).find((draft) => draft.contestSlug === contestSlug)?.items ?? null;

export const forgetDraft = (saved: Saved, contestSlug: string): void =>
  saved.write('formData', { drafts: draftsIn(saved).filter((draft) => draft.contestSlug !== contestSlug) });

export const writeDraft = (saved: Saved, contestSlug: string, items: readonly DraftItem[]): void => {
  const others = draftsIn(saved).filter((draft) => draft.contestSlug !== contestSlug);
  saved.write('formData', { drafts: [{ contestSlug, items: [...items] }, ...others].slice(0, KEPT_DRAFTS) });
};
