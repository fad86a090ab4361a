/** How long the object URL stays valid, so that every browser has started the download. */
const ADDRESS_LIFE_MS = 60_000;

/** Saves a file through the browser's download dialog. */
export const saveFile = ({ name, content }: { name: string; content: Blob }): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), ADDRESS_LIFE_MS);
};
