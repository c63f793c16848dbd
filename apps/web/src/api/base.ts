/** Where the page lies, whatever a proxy put before: its scripts are in `assets/` below. */
export const pageBase: URL = new URL(/* @vite-ignore */ '../', import.meta.url)

/** Where the operations of the engine are asked for. */
export const apiBase: URL = new URL('../api/', pageBase)
