/** Made by the build: where the script of `outbox.ts` lies. */
declare module 'virtual:veld-outbox-script' {
  export const outboxScript: string;
}
