/** Where a chat provider sends people back to: as operators have registered it there. */
export const mediaHome = () => `${location.origin}${location.pathname}#/login`
