/** A file that was dropped with its folder does not say itself where it lay. */
const droppedPaths = new WeakMap<File, string>();

/** The name of a file with the folders it was chosen or dropped with. */
export const pathOfFile = (file: File): string => droppedPaths.get(file) ?? (file.webkitRelativePath || file.name);

const fileOf = async (entry: FileSystemFileEntry): Promise<File> => {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
  droppedPaths.set(file, entry.fullPath.replace(/^\//u, ''));
  return file;
};

/** A folder answers in portions, the last of which is empty. */
const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return all;
    all.push(...portion);
  }
};

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const filesBelow = async (entry: FileSystemEntry): Promise<File[]> => {
  if (isFile(entry)) return [await fileOf(entry)];
  if (!isFolder(entry)) return [];
  const files: File[] = [];
  for (const child of await entriesOf(entry)) files.push(...(await filesBelow(child)));
  return files;
};

/** Every file that was dropped, those in folders and their folders among them. Must be called while the event is being handled. */
export const droppedFiles = async (dropped: DataTransfer): Promise<File[]> => {
  // The list is emptied once the event is over: all is taken from it first.
  const items = [...dropped.items].filter(({ kind }) => kind === 'file');
  const taken = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found = await Promise.all(
    taken.map(({ entry, file }) => (entry === null ? [file].filter((one) => one !== null) : filesBelow(entry))),
  );
  return found.flat();
};
