/** Folder paths of dropped files, because a dropped file does not contain its path. */
const droppedPaths = new WeakMap<File, string>();

/** A file's path with the chosen or dropped folder. */
export const pathOfFile = (file: File): string => droppedPaths.get(file) ?? (file.webkitRelativePath || file.name);

/** Placeholders for unreadable files, so that they are listed as refused. */
const unreadable = new WeakSet<File>();

/** Whether a dropped file or folder could not be read. */
export const isUnreadable = (file: File): boolean => unreadable.has(file);

const withPath = (file: File, { fullPath }: FileSystemEntry): File => {
  droppedPaths.set(file, fullPath.replace(/^\//u, ''));
  return file;
};

const unreadableOf = (entry: FileSystemEntry): File => {
  const file = withPath(new File([], entry.name), entry);
  unreadable.add(file);
  return file;
};

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve) =>
    entry.file(
      (file) => resolve(withPath(file, entry)),
      () => resolve(unreadableOf(entry)),
    ),
  );

/** A folder returns its entries in batches until an empty one. Entries read before an error count. */
const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<{ entries: FileSystemEntry[]; isWhole: boolean }> => {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[] | null>((resolve) => reader.readEntries(resolve, () => resolve(null)));
    if (portion === null || portion.length === 0) return { entries, isWhole: portion !== null };
    entries.push(...portion);
  }
};

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const filesBelow = async (entry: FileSystemEntry): Promise<File[]> => {
  if (isFile(entry)) return [await fileOf(entry)];
  if (!isFolder(entry)) return [];
  const { entries, isWhole } = await entriesOf(entry);
  const files = isWhole ? [] : [unreadableOf(entry)];
  for (const child of entries) files.push(...(await filesBelow(child)));
  return files;
};

/** All dropped files, including those in folders and unreadable ones. Must be called synchronously in the event handler. */
export const droppedFiles = async (dropped: DataTransfer): Promise<File[]> => {
  // The browser clears the list after the event, so read all entries first.
  const items = [...dropped.items].filter(({ kind }) => kind === 'file');
  const taken = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found = await Promise.all(
    taken.map(({ entry, file }) => (entry === null ? [file].filter((one) => one !== null) : filesBelow(entry))),
  );
  return found.flat();
};
