/** What a mail says, free of any form: the templates make HTML and plain text of the same content. Every text is one line; what users typed is made so. */
export type Fact = { label: string; value: string };

/** One video of an order, with what tells it from the others. */
export type ListedVideo = { title: string; facts: readonly Fact[]; price: Fact | null };

/** A page of the shop, and what it is for. */
export type TextLink = { label: string; url: string; note: string };

export type ContentBlock =
  | { kind: 'paragraph'; text: string }
  /** A code to be typed or copied. */
  | { kind: 'code'; label: string; code: string }
  | { kind: 'facts'; heading: string; facts: readonly Fact[] }
  | { kind: 'videos'; heading: string; videos: readonly ListedVideo[]; total: Fact | null }
  /** A button, and the address itself for whom the button does not work. */
  | { kind: 'link'; label: string; url: string; hint: string }
  /** Further ways on, below the button if there is one. */
  | { kind: 'links'; heading: string; links: readonly TextLink[] }
  | { kind: 'notes'; heading: string; notes: readonly string[] };

export type MailContent = {
  /** The line a mailbox shows beside the subject. */
  preview: string;
  heading: string;
  blocks: readonly ContentBlock[];
};
