/** The content of a mail, independent of its format: the templates render it as HTML and as plain text. Every text is rendered as one line. */
export type Fact = { label: string; value: string };

/** One video of an order, with the details that identify it. */
export type ListedVideo = { title: string; facts: readonly Fact[]; price: Fact | null };

/** A page of the shop with an explanation. */
export type TextLink = { label: string; url: string; note: string };

export type ContentBlock =
  | { kind: 'paragraph'; text: string }
  /** A code to type or copy. */
  | { kind: 'code'; label: string; code: string }
  | { kind: 'facts'; heading: string; facts: readonly Fact[] }
  | { kind: 'videos'; heading: string; videos: readonly ListedVideo[]; total: Fact | null }
  /** A button, and its URL as text in case the button does not work. */
  | { kind: 'link'; label: string; url: string; hint: string }
  /** Further links, below the button if there is one. */
  | { kind: 'links'; heading: string; links: readonly TextLink[] }
  | { kind: 'notes'; heading: string; notes: readonly string[] };

export type MailContent = {
  /** The line that a mailbox shows next to the subject. */
  preview: string;
  heading: string;
  blocks: readonly ContentBlock[];
};
