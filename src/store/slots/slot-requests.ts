/** One file to put, `top` being the folder of all copies. */
export type SlotRequest = Readonly<{
  id: number;
  top: string;
  folder: string;
  name: string;
  bytes: Blob | string;
}>;

export type SlotReply =
  /** Its first words: whether it can write at all. */
  | Readonly<{ status: 'able' }>
  | Readonly<{ status: 'unable' }>
  | Readonly<{ status: 'put'; id: number }>
  /** The browser's error. Not every browser can send one whole. */
  | Readonly<{ status: 'failed'; id: number; name: string; message: string }>;
