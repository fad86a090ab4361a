/** Long enough for every browser to have taken the address over. */
const ADDRESS_LIFE_MS = 60_000;

/** Hands a file to the browser, which saves it or asks where to. */
export const saveFile = ({ name, content }: { name: string; content: Blob }): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), ADDRESS_LIFE_MS);
};
