export const mostLinks = 10_000

export const mostTags = 10_000

/** Tags, with those above nested ones, of all chunks of one note: each chunk is stored with all tags of its note. */
export const mostRepeatedTags = 2_000_000

/** What is longer is no tag, and no type. */
export const longestTag = 200

/** Longer titles are cut, since each chunk of the note is stored with its title. */
export const longestTitle = 300

export const mostHeadings = 20_000

/** Code spans of one note that is read line by line; those after are read as text. */
export const mostHiddenRanges = 200_000

/** Larger files are not read. */
export const mostNoteBytes = 100_000_000

/** Larger canvases are not read: of the worst ones this takes half a gigabyte of memory. */
export const mostCanvasBytes = 10_000_000
