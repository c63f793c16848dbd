/** Where the page lies, whatever a proxy put before: its scripts are in `assets/` below. */
export const pageBase: URL = new URL(/* @vite-ignore */ '../', import.meta.url)

export const apiBase: URL = new URL('../api/', pageBase)
