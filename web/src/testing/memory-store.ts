/** A browser's storage for one test. */
export const memoryStore = () => {
  const texts = new Map<string, string>();
  return {
    getItem: (key: string): string | null => texts.get(key) ?? null,
    setItem: (key: string, text: string): void => void texts.set(key, text),
    removeItem: (key: string): void => void texts.delete(key),
    key: (index: number): string | null => [...texts.keys()][index] ?? null,
    get length(): number {
      return texts.size;
    },
  };
};
