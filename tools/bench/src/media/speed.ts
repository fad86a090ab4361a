import { withCpu } from '@stagereel/stack';

/** The speed in MiB/s at which `work` transfers `bytes`. */
export const speedOf = async (bytes: number, work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return bytes / (1024 * 1024) / ((performance.now() - startedAt) / 1000);
};

export type Transfer = {
  fileBytes: number;
  pids: { gateway: number; media: number };
  /** Receives the CPU time of gateway and media together per MiB, in ms. */
  addCpu: (ms: number) => void;
};

/** As `speedOf`, for a transfer through the shop. */
export const speedWithCpu = async ({ fileBytes, pids, addCpu }: Transfer, work: () => Promise<unknown>): Promise<number> => {
  const { result, cpu } = await withCpu(pids, () => speedOf(fileBytes, work));
  addCpu((cpu.gateway + cpu.media) / (fileBytes / (1024 * 1024)));
  return result;
};
