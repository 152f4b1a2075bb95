import { randomUUID } from 'node:crypto';
import { callPath } from '../../../src/api/contract.ts';
import { documentsOf } from '../../../src/domain/forms/document-kinds.ts';
import { type Check, fails, holds, unseen, type Verdict } from '../conformance-check.ts';
import type { TestSession } from '../test-session.ts';
import { builtAddress, isSameOrigin } from '../wire.ts';
import { photo } from './files-checks.ts';

const PHOTO_BYTES = 60_000;
const FIRST_BYTES = 20_000;
/** The link breaks after this many bytes. */
const SECOND_END = 40_000;

/** Sends requests as any HTTP client would (draft-ietf-httpbis-resumable-upload), with the headers of every app call. */
function asker(session: TestSession, key: string) {
  return async (
    method: string,
    address: string,
    own: Readonly<Record<string, string>> = {},
    body?: Blob,
  ): Promise<Response> => {
    const token = isSameOrigin(session.target) ? await session.token() : null;
    const headers = session.headers({
      ...session.keyHeader(key),
      ...(token === null ? {} : { [session.target.names.antiForgeryHeader]: token }),
      ...own,
    });
    return session.wire.fetch(address, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
  };
}

async function goesOn(session: TestSession): Promise<Verdict> {
  if (!isSameOrigin(session.target) && !session.announces('pieces'))
    return unseen('it announces no pieces: the app does not ask another origin');
  const form = await session.form('individual', 'pieces');
  const [kind] = documentsOf(form.kind);
  if (kind === undefined) throw new Error('Every form has a kind of document.');
  const path = `${builtAddress(session.target)}${callPath(form.kind, kind.call)}`;
  const key = randomUUID();
  const ask = asker(session, key);
  const offered = (await ask('OPTIONS', path)).headers;
  if (!offered.get('accept-patch')?.includes('application/partial-upload'))
    return unseen('it takes no file in pieces');

  const file = photo(PHOTO_BYTES);
  const content = new FormData();
  content.append('FormId', form.id);
  content.append('Files', file.data, file.name);
  const whole = new Response(content);
  const contentType = whole.headers.get('content-type') ?? '';
  const body = await whole.blob();
  const begin = (bytes: number) =>
    ask(
      'POST',
      path,
      {
        'content-type': contentType,
        'upload-complete': '?0',
        'upload-length': String(body.size),
      },
      body.slice(0, bytes),
    );
  const begun = await begin(FIRST_BYTES);
  const address = begun.headers.get('location');
  if (begun.status !== 201 || address === null) return fails(`not begun: status ${begun.status}`);
  if (begun.headers.get('upload-offset') !== String(FIRST_BYTES))
    return fails('the piece that came with the beginning was not acknowledged');
  const append = (from: number, to: number, isLast: boolean) =>
    ask(
      'PATCH',
      address,
      {
        'content-type': 'application/partial-upload',
        'upload-offset': String(from),
        'upload-complete': isLast ? '?1' : '?0',
      },
      body.slice(from, to, 'application/partial-upload'),
    );

  const second = await append(FIRST_BYTES, SECOND_END, false);
  if (second.headers.get('upload-offset') !== String(SECOND_END))
    return fails(`a piece was not acknowledged: status ${second.status}`);
  const there = (await ask('HEAD', address)).headers.get('upload-offset');
  if (there !== String(SECOND_END)) return fails(`${there} of ${SECOND_END} bytes are there`);
  const wrong = await append(0, FIRST_BYTES, false);
  if (wrong.status !== 409 || wrong.headers.get('upload-offset') !== String(SECOND_END))
    return fails(`a piece at another offset: status ${wrong.status}`);
  const again = await begin(0);
  const last = await append(SECOND_END, body.size, true);
  // The answer lists the document, so that `removeAll` removes it at the end.
  await session.upload(form, [file], { key, isAgain: true });
  if (last.headers.get('upload-complete') !== '?1' || !last.ok)
    return fails(`not ended: status ${last.status}`);
  return again.headers.get('upload-offset') === String(SECOND_END)
    ? holds()
    : holds('an upload is not found again under its key: after a wipe it begins anew');
}

export const piecesChecks: readonly Check[] = [
  {
    id: 'pieces.resume',
    level: 'should',
    needs: 'write',
    says: 'a file whose sending was cut goes on where it was',
    otherwise: 'over a link that is cut sooner than a photo is sent, the photo never arrives',
    after: ['documents.photo'],
    run: goesOn,
  },
];
