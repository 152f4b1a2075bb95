import type { DocumentKind } from '../../src/domain/forms/document-kinds.ts';
import type { FormKind } from '../../src/domain/forms/form-kinds.ts';

/** The tables as the migrations leave them, for whichever engine. Times are milliseconds since 1970. */
export interface Schema {
  forms: {
    form_id: string;
    issued_at: number;
    issued_to: string | null;
    device_id: string | null;
    kind: FormKind | null;
  };
  submissions: {
    form_id: string;
    is_business: number;
    latitude: number | null;
    longitude: number | null;
    /** In the clear, from before anything was sealed, as the place above; null where `sealed` is not. */
    form_data: string | null;
    sealed: string | null;
    received_at: number;
    updated_at: number;
    /** `updated_at` of what its hashes were made of; otherwise they are to be made. */
    indexed_at: number | null;
  };
  /** What forms are found by, as keyed hashes in hex. */
  search_terms: { term: string; form_id: string };
  signatures: FileColumns & { position: number };
  /** `position`: in which order a form's documents came. */
  documents: FileColumns & { form_file_id: string; category: DocumentKind; position: number };
  answers: {
    device_id: string;
    idempotency_key: string;
    form_id: string | null;
    request_hash: string;
    status_code: number;
    body: string;
    stored_at: number;
  };
  /** Files that no row speaks of any more, until their bytes are gone. */
  garbage: { storage_name: string; since: number };
  marks: { name: string; value: string };
  /** In PostgreSQL alone, as `upload_pieces`: one server keeps bodies that come in pieces in its folder. */
  uploads: {
    upload_id: string;
    device_id: string;
    path: string;
    idempotency_key: string | null;
    content_type: string;
    /** Of the whole body, and how much of it is there. */
    length: number;
    offset: number;
    created_at: number;
    answer_status: number | null;
    answer_type: string | null;
    answer_body: string | null;
  };
  upload_pieces: { upload_id: string; start: number; bytes: Buffer };
  identity: { id: string };
  clock: { trusted: number; seen: number };
}

interface FileColumns {
  form_id: string;
  storage_name: string;
  name: string;
  content_type: string;
  size: number;
  sha256: string;
  /** Null: its bytes lie in the clear, from before anything was sealed. */
  sealed_key: string | null;
  received_at: number;
}
