/**
 * The oldest supported browsers, which determine the syntax and prefixes of the build. Older browsers show a page that
 * asks for an update.
 */
export const floor = ['chrome106', 'firefox115', 'safari16.4'];
