const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** The file name in a `content-disposition` header, preferring the extended form; empty when there is none. */
export const attachmentName = (header: string | null): string => {
  const extended = /filename\*=UTF-8''([^;\s]+)/i.exec(header ?? '')?.[1];
  const plain = /filename="([^"]*)"/i.exec(header ?? '')?.[1];
  return (extended === undefined ? null : decoded(extended)) ?? plain ?? '';
};
