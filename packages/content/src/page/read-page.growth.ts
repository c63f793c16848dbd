import { CodedError } from '@datacortex/errors'
import { prose } from '../__fixtures__/pages.ts'
import { readPage } from './read-page.ts'

export const nested = (size: number): (() => unknown) =>
  read(`${'<div>'.repeat(size)}<p>${prose(1)}</p>${'</div>'.repeat(size)}`)
export const longParagraphs = (size: number): (() => unknown) => read(`<p>${prose(1).repeat(20)}</p>`.repeat(size))
export const paragraphs = (size: number): (() => unknown) => read('<p>Low.</p>'.repeat(size))
/** So many that what looks at each beside all the others takes longer than all else. */
export const buttonsOfThread = (size: number): (() => unknown) =>
  read(`<div>${'<span>1 like</span>'.repeat(size * 100)}</div>`)
/** Of a thousand letters: looking at all that is written each time would copy it. */
export const wordsInItalics = (size: number): (() => unknown) =>
  read(`<p>${`<i>${'ab'.repeat(500)}</i>`.repeat(size * 30)}</p>`)
export const unclosed = (size: number): (() => unknown) => read('<b>x'.repeat(size))
export const closedUnopened = (size: number): (() => unknown) => read('<a>'.repeat(size) + '</b>'.repeat(size))
export const openQuotes = (size: number): (() => unknown) => read('<a title="'.repeat(size))
export const headsWithoutBody = (size: number): (() => unknown) => {
  const html = `<html>${'<!-- --><meta a="b"><!doctype '.repeat(size)}<p>${prose(1)}</p><title a="`
  return () => readPage(html, { url: 'https://example.org/tides' })
}
export const tablesInTables = (size: number): (() => unknown) => read('<table><tr><td>'.repeat(size))
export const drawings = (size: number): (() => unknown) => read(`<svg>${'<g>'.repeat(size)}`)

function read(part: string): () => unknown {
  const head = '<head><meta name="generator" content="discourse"></head>'
  const html = `<html>${head}<body><article><h1>Sea</h1><p>${prose(1)}</p>${part}</article></body></html>`
  return () => {
    try {
      return readPage(html, { url: 'https://example.org/tides' })
    } catch (error) {
      // Of more tags than are read none is.
      if (!CodedError.is(error, 'PAGE_TOO_LARGE')) throw error
      return error
    }
  }
}
