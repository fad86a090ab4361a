/** Copies a text. False if the browser refuses. */
export const writeToClipboard = async (text: string): Promise<boolean> => {
  try {
    // `navigator.clipboard` is undefined on insecure pages, despite its type.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
