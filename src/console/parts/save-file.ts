import { openControl } from '../api/control.ts';

export function saveFile(name: string, text: string, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then, the download has started.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function saveDocument(name: string, path: string, mediaType: string): Promise<void> {
  const response = await openControl(path, mediaType);
  saveFile(name, await response.text(), mediaType);
}
