/** By line id: what is doubtful about its video, in whole sentences. */
export type DeliveryDoubts = Readonly<Record<string, string>>;

const FIELD = 'downloadUrls.';

/** The doubts that the `fields` of a 409 DeliveryDoubtful name. */
export const doubtsInFields = (fields: Readonly<Record<string, string>>): DeliveryDoubts =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, text]) => (field.startsWith(FIELD) ? [[field.slice(FIELD.length), text]] : [])),
  );
