/** The date of the latest revision of each document; update it with every change. */
export const revisedOn = { terms: '2026年11月21日', privacy: '2026年11月23日' } as const;
