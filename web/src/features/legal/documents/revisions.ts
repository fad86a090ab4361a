/** When the wording of a document last changed; changed together with it. */
export const revisedOn = { terms: '2026年11月21日', privacy: '2026年11月21日' } as const;
