const MB = 1_000_000;
const GB = 1000 * MB;

/** A file size in decimal units, as phones and computers show it: 約1.2GB, 約35MB, 1MB未満. */
export const fileSizeText = (bytes: number): string => {
  if (bytes < MB) return '1MB未満';
  if (bytes < GB) return `約${Math.round(bytes / MB)}MB`;
  return `約${(bytes / GB).toFixed(1)}GB`;
};
