const nameOf = (error: unknown): unknown => (typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined);

/** True for an answer of the store with one of these codes: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
export const isRefusedAs = (codes: readonly string[], error: unknown): boolean => codes.includes(String(nameOf(error)));

/** Undefined in place of a refusal with one of these codes. */
export const orIfRefusedAs = async <Result>(codes: readonly string[], work: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (isRefusedAs(codes, error)) return undefined;
    throw error;
  }
};
