import type { SubmissionId } from '../../../domain/ids.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { usePicture } from '../use-picture.ts';
import styles from './signature-pad.module.css';
import { signaturePng } from './signature-png.ts';

export interface SignaturePictureProps {
  readonly store: FormStore;
  readonly submissionId: SubmissionId;
  /** Who signed in the customer's place; null: the customer. */
  readonly witness: string | null;
}

/** The signature as it will be sent. What stands beside it says that there is one. */
export function SignaturePicture({ store, submissionId, witness }: SignaturePictureProps) {
  const key = `${submissionId} ${witness}`;
  const [shown] = usePicture(key, () => signaturePng(store, submissionId, witness));
  return shown.status === 'ready' ? (
    <img alt="" className={styles['picture']} src={shown.url} />
  ) : null;
}
