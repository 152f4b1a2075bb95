import type { AttachmentId } from '../ids.ts';
import {
  type DocumentKind,
  documentKinds,
  type FileKind,
  type UploadCall,
} from './document-kinds.ts';

/** A kind of file that is sent: a document, or the picture of the signature. */
export type SentFileKind = DocumentKind | 'signature';
export type SentFileCall = UploadCall | 'SaveSignature';

type SentFile = Readonly<{ kind: SentFileKind; call: SentFileCall }> &
  Pick<FileKind, 'fileNameStem'>;

/** In the order in which they are sent. */
export const sentFiles: readonly SentFile[] = [
  {
    kind: 'signature',
    call: 'SaveSignature',
    fileNameStem: 'signature',
  },
  ...documentKinds,
];

export const sentFileBy = (call: SentFileCall): SentFile => {
  const row = sentFiles.find((each) => each.call === call);
  if (row === undefined) throw new Error('No kind of file has this call.');
  return row;
};

/** The format in which a document's picture is stored and sent. */
export type PictureType = 'image/jpeg' | 'image/webp';

const extensions = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
} as const;

/** The type of a file that is sent. All lists of types and file extensions come from this table. */
export type SentType = keyof typeof extensions;
export const sentTypes = Object.keys(extensions) as readonly SentType[];

/** The file's name on the wire, such as `id-document-1a2b3c4d.jpg`. The name has no personal data and never changes. */
export const wireFileName = (kind: SentFileKind, id: AttachmentId, type: SentType): string => {
  const stem = sentFiles.find((each) => each.kind === kind)?.fileNameStem;
  return `${stem}-${id.replaceAll('-', '').slice(0, 8)}.${extensions[type]}`;
};

const wireName = new RegExp(`^[a-z-]+-[0-9a-f]{8}\\.(?:${Object.values(extensions).join('|')})$`);

/** True if any app version may have sent a file with this name. */
export const isWireFileName = (name: string): boolean => wireName.test(name);

/** The type by the extension of the file's name on the wire. Returns '' if the extension is unknown. */
export const typeOfFile = (fileName: string): SentType | '' =>
  sentTypes.find((type) => fileName.endsWith(`.${extensions[type]}`)) ?? '';

export const wireNameAs = (type: SentType, fileName: string): string =>
  fileName.replace(/\.[a-z]+$/, `.${extensions[type]}`);

/** How well a photo can be read. It is advice: the agent may keep a bad photo. */
export type PhotoVerdict = (typeof photoVerdicts)[number];
export const photoVerdicts = ['good', 'small', 'dark', 'glare', 'blurred'] as const;

/** A photo's bad verdict, until the agent keeps the photo. */
export function doubtAbout({
  verdict,
  isKept,
}: Readonly<{ verdict?: string; isKept?: true }>): Exclude<PhotoVerdict, 'good'> | null {
  const known = photoVerdicts.find((each) => each === verdict) ?? 'good';
  return isKept || known === 'good' ? null : known;
}
