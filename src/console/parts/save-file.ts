import { openControl } from '../api/control.ts';

/** Saves a text as a file. */
export function saveFile(name: string, text: string, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // After 10 seconds, the download has started.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Requests a document from the control API, then saves it as a file. */
export async function saveDocument(name: string, path: string, mediaType: string): Promise<void> {
  const response = await openControl(path, mediaType);
  saveFile(name, await response.text(), mediaType);
}
