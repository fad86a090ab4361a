/** The speed in MiB/s at which `work` transfers `bytes`. */
export const speedOf = async (bytes: number, work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return bytes / (1024 * 1024) / ((performance.now() - startedAt) / 1000);
};
