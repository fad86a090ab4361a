/** The logo: a curtain's edge and a play sign. */
export const BrandMark = () => (
  <svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="8" fill="var(--mantine-color-brand-7)" />
    <path d="M12.5 9.6v12.8a.9.9 0 0 0 1.36.77l10.4-6.4a.9.9 0 0 0 0-1.54l-10.4-6.4a.9.9 0 0 0-1.36.77Z" fill="#fff" />
    <path d="M7.5 8.5v15" stroke="#ffd166" strokeWidth="2.4" strokeLinecap="round" />
  </svg>
);
