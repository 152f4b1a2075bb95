export type UploadedPart =
  | Readonly<{ name: string; text: string }>
  | Readonly<{ name: string; fileName: string; contentType: string; bytes: Buffer }>;

export const boundary = '----veld-test-boundary';
export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** The bytes that a browser would send for these parts. */
export function multipartBody(parts: readonly UploadedPart[]): Buffer {
  const blocks = parts.map((part) => {
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"`;
    return 'text' in part
      ? Buffer.from(`${disposition}\r\n\r\n${part.text}\r\n`)
      : Buffer.concat([
          Buffer.from(
            `${disposition}; filename="${part.fileName}"\r\nContent-Type: ${part.contentType}\r\n\r\n`,
          ),
          part.bytes,
          Buffer.from('\r\n'),
        ]);
  });
  return Buffer.concat([...blocks, Buffer.from(`--${boundary}--\r\n`)]);
}
