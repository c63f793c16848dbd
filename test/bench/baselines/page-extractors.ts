import { decodeText, readPage } from '@datacortex/content'
import { Readability } from '@mozilla/readability'
import { Defuddle } from 'defuddle/node'
import { parseHTML } from 'linkedom'

/** A saved page. */
export type SavedPage = { readonly id: string; readonly url: string; readonly bytes: Uint8Array }

/** Names of the ways to get a page's text. */
export type PageExtractor = 'Readability + linkedom' | 'Defuddle + linkedom' | 'datacortex'

/** Each takes a page's bytes to its text. */
export const pageExtractors: Readonly<Record<PageExtractor, (page: SavedPage) => Promise<string>>> = {
  'Readability + linkedom': (page) => Promise.resolve(withReadability(page)),
  'Defuddle + linkedom': withDefuddle,
  datacortex: (page) => Promise.resolve(withDatacortex(page)),
}

export const pageExtractorNames: readonly PageExtractor[] = [
  'Readability + linkedom',
  'Defuddle + linkedom',
  'datacortex',
]

/** Those that others made. */
export const baselineExtractors: readonly PageExtractor[] = ['Readability + linkedom', 'Defuddle + linkedom']

function withReadability({ bytes }: SavedPage): string {
  const { document } = parseHTML(decodeText(bytes).text)
  return new Readability(document).parse()?.textContent ?? ''
}

async function withDefuddle({ bytes, url }: SavedPage): Promise<string> {
  const { document } = parseHTML(decodeText(bytes).text)
  const { content } = await quietly(() => Defuddle(document, url, { useAsync: false }))
  return textOf(content)
}

/** Text of HTML, blocks apart. */
function textOf(html: string): string {
  const spaced = html.replaceAll(
    /<(?:\/?(?:p|div|li|tr|td|th|h[1-6]|blockquote|pre|section|article|ul|ol|table)\b|br)/gi,
    '\n$&',
  )
  const { document } = parseHTML(`<!doctype html><html><body>${spaced}</body></html>`)
  return document.body.textContent
}

function withDatacortex({ bytes, url }: SavedPage): string {
  try {
    return readPage(decodeText(bytes).text, { url }).plainText
  } catch (error) {
    // A page that shows nothing is an error here; it scores as nothing.
    if (error instanceof Error && 'code' in error) return ''
    throw error
  }
}

/** Defuddle writes its own errors to the console. */
async function quietly<Result>(action: () => Promise<Result>): Promise<Result> {
  const { error, warn, log } = console
  const silence = (): void => {}
  Object.assign(console, { error: silence, warn: silence, log: silence })
  try {
    return await action()
  } finally {
    Object.assign(console, { error, warn, log })
  }
}
