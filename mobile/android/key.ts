import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Java } from './java.ts';
import { run } from './run.ts';

/** A keystore with one key in it. */
export type SigningKey = Readonly<{
  keystore: string;
  /** Handed on in the environment: a command line can be read by everybody on the machine. */
  password: string;
  isThrowAway: boolean;
}>;

/** The operator's key by the environment; else one that is made at `throwAway`, where it is found the next time. */
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

/** The variable in which the password goes on to keytool and apksigner. */
export const PASSWORD = 'VELD_ANDROID_KEYSTORE_PASSWORD';
