const DIGITS = 8;

/** The base number of an order placed at a time: the last eight digits of its milliseconds. They come round again after 28 hours. */
export const orderNumberAt = (milliseconds: number): string => String(milliseconds).slice(-DIGITS).padStart(DIGITS, '0');

/** `{base}-01`, `{base}-02`… */
export const lineNumberAt = ({ orderNumber, index }: { orderNumber: string; index: number }): string =>
  `${orderNumber}-${String(index + 1).padStart(2, '0')}`;
