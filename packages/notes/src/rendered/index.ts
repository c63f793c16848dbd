export { fileLinks } from './file-links.ts'
export { notePart } from './note-part.ts'
export { type OutlineHeading, outlineOf } from './outline-of.ts'
export { renderMarkdown } from './render-markdown.ts'
