/** The look of every button that downloads a video. Mantine's own colour under the pointer is lighter, with too little contrast to the white label. */
export const videoDownloadLook = {
  color: 'teal.9',
  vars: () => ({ root: { '--button-hover': 'color-mix(in srgb, var(--mantine-color-teal-9) 85%, black)' } }),
} as const;
