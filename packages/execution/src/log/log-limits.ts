/** A part that has grown beyond this is closed. Each append writes the part anew, so this bounds its cost. */
export const defaultPartBytes = 65_536

/** No entry is larger; what a run says belongs into files, not into its log. */
export const largestEntryBytes = 1_000_000

/** Larger files are not parts of a log. */
export const largestPartBytes = 200_000_000
