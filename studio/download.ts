/** Saves a file where the browser keeps downloads. */
export function download(fileName: string, content: BlobPart, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = fileName;
  link.click();
  // the browser needs the address until it has begun
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
