/** For work that lets the page rest between its parts, where there is no page. */
export const noRest = async (): Promise<void> => undefined;
