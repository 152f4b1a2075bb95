/** The oldest browsers Veld is made for: the syntax and prefixes of the build are theirs. Older ones are told to update. */
export const floor = ['chrome106', 'firefox115', 'safari16.4'];
