/** A file that was dropped with its folder does not say itself where it lay. */
const droppedPaths = new WeakMap<File, string>();

/** The name of a file with the folders it was chosen or dropped with. */
export const pathOfFile = (file: File): string => droppedPaths.get(file) ?? (file.webkitRelativePath || file.name);

/** Stand for what could not be read, so that it is named among what cannot be sent. */
const unreadable = new WeakSet<File>();

/** Whether it was dropped and the system did not let it, or the folder that it is, be read. */
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

/** A folder answers in portions, the last of which is empty. What it gave before it could no longer be read counts. */
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

/** Every file that was dropped, those in folders and those that are unreadable among them. Must be called while the event is being handled. */
export const droppedFiles = async (dropped: DataTransfer): Promise<File[]> => {
  // The list is emptied once the event is over: all is taken from it first.
  const items = [...dropped.items].filter(({ kind }) => kind === 'file');
  const taken = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found = await Promise.all(
    taken.map(({ entry, file }) => (entry === null ? [file].filter((one) => one !== null) : filesBelow(entry))),
  );
  return found.flat();
};
