/** Returns the SHA-256 in lower-case hex. Rejects if a Blob's bytes can't be read. */
export async function sha256(bytes: Blob | string): Promise<string> {
  const buffer =
    typeof bytes === 'string' ? new TextEncoder().encode(bytes) : await bytes.arrayBuffer();
  const digest = await crypto.subtle.digest('SHA-256', buffer);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
