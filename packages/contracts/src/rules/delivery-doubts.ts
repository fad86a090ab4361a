/** Delivery doubts by line id, each as a full sentence. */
export type DeliveryDoubts = Readonly<Record<string, string>>;

const FIELD = 'downloadUrls.';

/** Reads the delivery doubts from the `fields` of a 409 DeliveryDoubtful. */
export const doubtsInFields = (fields: Readonly<Record<string, string>>): DeliveryDoubts =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, text]) => (field.startsWith(FIELD) ? [[field.slice(FIELD.length), text]] : [])),
  );
