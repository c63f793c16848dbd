export { type NotePart, notePart } from './note-part.ts'
export { type OutlineHeading, outlineOf } from './outline-of.ts'
export { type RenderOptions, renderMarkdown } from './render-markdown.ts'
