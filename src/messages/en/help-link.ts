/** The link to the page 'Help', on any screen: an area of its own, as the page's other texts are loaded with it. */
export const helpLink = { getHelp: 'Get help' } as const;
