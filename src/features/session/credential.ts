import * as v from 'valibot';

/** The result of a sign-in (specification, section 3), and the two names that make its display name. */
export type SignInResult = Readonly<{
  /** Given name and family name. */
  displayName: string;
  firstName: string;
  surname: string;
  emailAddress: string;
  idToken: string;
  profileImageUrl: string;
}>;

const claimsSchema = v.object({
  email: v.string(),
  given_name: v.optional(v.string(), ''),
  family_name: v.optional(v.string(), ''),
  picture: v.optional(v.string(), ''),
});

function claimsText(idToken: string): string | undefined {
  const [, payload] = idToken.split('.');
  if (payload === undefined) return undefined;
  const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
}

/**
 * Reads an ID token (a JWT), to show who signed in. Its signature is not checked: nothing relies on it, as it is sent to no
 * server. null: not a valid token.
 */
export function readCredential(idToken: string): SignInResult | null {
  let claims: unknown;
  try {
    claims = JSON.parse(claimsText(idToken) ?? '');
  } catch {
    return null;
  }
  const parsed = v.safeParse(claimsSchema, claims);
  if (!parsed.success) return null;
  const { email, given_name: firstName, family_name: surname, picture } = parsed.output;
  return {
    displayName: `${firstName} ${surname}`.trim(),
    firstName,
    surname,
    emailAddress: email,
    idToken,
    profileImageUrl: picture,
  };
}
