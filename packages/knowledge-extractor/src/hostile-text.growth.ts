import { documentOf } from './__fixtures__/file-reader.ts'
import { findActions } from './ideas/find-actions.ts'
import { suggestTags } from './tags/suggest-tags.ts'
import * as tools from './text/index.ts'
import { keyPhrases } from './text/key-phrases.ts'

// Each is read by all that looks into a text that is ingested.
export const backticks = (size: number): (() => unknown) => read('`'.repeat(size))
export const openLinks = (size: number): (() => unknown) => read('[a]('.repeat(size))
export const brackets = (size: number): (() => unknown) => read('['.repeat(size) + ']'.repeat(size))
export const items = (size: number): (() => unknown) => read('- a\n'.repeat(size))
export const boxes = (size: number): (() => unknown) =>
  read(Array.from({ length: size }, (_, task) => `- [ ] do task number ${task}`).join('\n'))
export const comments = (size: number): (() => unknown) => read('<!--'.repeat(size))
export const oneLine = (size: number): (() => unknown) => read('word '.repeat(size))
export const oneWord = (size: number): (() => unknown) => read('a'.repeat(size))
export const oneWordWithoutSpaces = (size: number): (() => unknown) => read('潮'.repeat(size))
export const capitals = (size: number): (() => unknown) => read('Ab. '.repeat(size))
export const names = (size: number): (() => unknown) => read('Ab '.repeat(size))
export const digits = (size: number): (() => unknown) => read('1'.repeat(size))
export const numbers = (size: number): (() => unknown) => read('1.5 '.repeat(size))
export const dots = (size: number): (() => unknown) => read('. '.repeat(size))
export const addresses = (size: number): (() => unknown) => read('a@'.repeat(size))
export const links = (size: number): (() => unknown) => read('https://'.repeat(size))
export const stars = (size: number): (() => unknown) => read('**'.repeat(size))
export const sentences = (size: number): (() => unknown) =>
  read(Array.from({ length: size }, (_, place) => `Term${place} rises over word${place * 7}. `).join(''))

function read(text: string): () => unknown {
  const document = { ...documentOf(''), text }
  return () => [
    tools.splitSentences(text),
    tools.summarise(text, { sentences: 5, title: 'Tides' }),
    keyPhrases(text, { limit: 5, title: 'Tides' }),
    tools.findQuantities(text),
    tools.findEntities(text),
    tools.contentTerms(text),
    tools.quoteFinder(text)('nothing of it'),
    suggestTags({ title: 'Tides', text, related: [] }),
    findActions(document, { speaks: true }),
  ]
}
