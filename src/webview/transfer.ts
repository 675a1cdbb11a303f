// What a paste or a drop carries.

/** Files to attach; none when the paste is one of text. */
export function pastedFiles(data: DataTransfer | null): readonly File[] {
  const files = [...(data?.files ?? [])];
  const text = data?.getData('text/plain') ?? '';
  if (text === '') return files;
  // Spreadsheets put a picture beside their text; file managers put the names beside their files.
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line !== '');
  return lines.every((line) => files.some(({ name }) => line.endsWith(name))) ? files : [];
}

/** Files are on the pointer; before the drop nothing more can be known. */
export function carriesFiles(data: DataTransfer | null): data is DataTransfer {
  return data?.types.includes('Files') === true;
}
