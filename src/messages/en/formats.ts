/** Units, and what stands where a value cannot be written. */
export const formats = {
  bytes: '{amount}\u00a0bytes',
  kB: '{amount}\u00a0kB',
  MB: '{amount}\u00a0MB',
  GB: '{amount}\u00a0GB',
  sizeUnknown: 'size unknown',
  timeUnknown: 'time unknown',
  today: 'Today',
  yesterday: 'Yesterday',
} as const;
