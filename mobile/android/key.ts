import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Java } from './java.ts';
import { run } from './run.ts';

/** A keystore with one key in it. */
export type SigningKey = Readonly<{
  keystore: string;
  /** Passed in an environment variable, because every user of the machine can read a command line. */
  password: string;
  isThrowAway: boolean;
}>;

/**
 * Returns the operator's key if both settings are there. Without settings, returns the throw-away key at this path, and
 * creates it at first use. Throws if only one setting is given, or if the keystore does not exist.
 */
export function signingKey(env: NodeJS.ProcessEnv, throwAway: string, java: Java): SigningKey {
  const keystore = env['VELD_ANDROID_KEYSTORE'];
  const password = env['VELD_ANDROID_KEYSTORE_PASSWORD'];
  if ((keystore ?? '') !== '' || (password ?? '') !== '') {
    if (!keystore || !password || !existsSync(keystore)) {
      throw new Error(
        'VELD_ANDROID_KEYSTORE must name a keystore with one key, and VELD_ANDROID_KEYSTORE_PASSWORD must be its password.',
      );
    }
    return { keystore, password, isThrowAway: false };
  }
  const key = { keystore: throwAway, password: 'throw-away', isThrowAway: true };
  if (existsSync(throwAway)) return key;
  mkdirSync(dirname(throwAway), { recursive: true });
  const days = ['-validity', '10000'];
  run(
    java.keytool,
    [
      ...[
        '-genkeypair',
        '-keystore',
        throwAway,
        '-storetype',
        'PKCS12',
        '-storepass:env',
        PASSWORD,
      ],
      ...[
        '-alias',
        'veld',
        '-keyalg',
        'RSA',
        '-keysize',
        '2048',
        '-dname',
        'CN=Throw-away',
        ...days,
      ],
    ],
    { env: { [PASSWORD]: key.password } },
  );
  return key;
}

/** The environment variable that passes the password to keytool and apksigner. */
export const PASSWORD = 'VELD_ANDROID_KEYSTORE_PASSWORD';
