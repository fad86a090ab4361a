/** What a promise gives, or null once so many ms are over; it goes on all the same, and its failure is the caller's to hear of. */
export const within = async <Result>(work: Promise<Result>, ms: number): Promise<Result | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
