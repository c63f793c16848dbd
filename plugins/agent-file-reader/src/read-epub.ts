import { decodedUri } from '@datacortex/platform'
import { posix } from 'node:path'
import { decodeText, htmlMarkdown, oneLine } from '@datacortex/content'
import { type Finding, CodedError, attempt, ifCoded, warningFinding } from '@datacortex/errors'
import { isoDate } from '@datacortex/text'
import { fileError } from './errors.ts'
import { type Archive, openArchive } from './open-archive.ts'
import { type XmlElement, elements, parseXml, textOf } from './parse-xml.ts'
import { hiddenFinding } from './read-html.ts'
import type { Reader, ReadResult } from './reader.ts'

const format = 'EPUB'

/** A book: its chapters in the order of reading. See https://www.w3.org/TR/epub-33/ */
export const readEpub: Reader = (file) => {
  const { name } = file
  const archive = openArchive(file, { format, wanted: (path) => /\.(?:xml|opf|x?html?|ncx)$/i.test(path) })
  const broken = (reason: string): CodedError => fileError('FILE_BROKEN', { name, format, reason })
  const container = archive.get('META-INF/container.xml')
  if (container === undefined) throw broken('it has no META-INF/container.xml')
  if (isProtected(archive, name)) throw fileError('FILE_ENCRYPTED', { name, format })
  const [rootfile] = elements(
    elements(elements(parseXml(container, { name, format }), 'container')[0], 'rootfiles')[0],
    'rootfile',
  )
  const place = textOf(rootfile, '@full-path')
  const bytes = archive.get(place)
  if (bytes === undefined) throw broken(`its package file ${oneLine(place)} is missing`)
  const [book] = elements(parseXml(bytes, { name, format }), 'package')
  const paths = spine(book, posix.dirname(place))
  if (paths.length === 0) throw broken('its spine names no chapter')
  const parts: string[] = []
  const missing: string[] = []
  let hidden = 0
  for (const path of paths) {
    file.signal.throwIfAborted()
    const chapter = chapterOf(archive.get(path))
    if (chapter === undefined) missing.push(path)
    else if (chapter.text !== '') parts.push(chapter.text)
    hidden += chapter?.hidden ?? 0
  }
  const findings = [
    ...(missing.length === 0 ? [] : [missingFinding(name, missing)]),
    ...(hidden === 0 ? [] : [hiddenFinding(name, hidden)]),
  ]
  return { ...metadataOf(elements(book, 'metadata')[0]), text: parts.join('\n\n'), genre: 'book', findings }
}

/** Fonts may be scrambled in an open book; anything else that is encrypted can't be read. */
function isProtected(archive: Archive, name: string): boolean {
  if (archive.has('META-INF/rights.xml')) return true
  const bytes = archive.get('META-INF/encryption.xml')
  if (bytes === undefined) return false
  const [encryption] = elements(parseXml(bytes, { name, format }), 'encryption')
  return elements(encryption, 'EncryptedData').some((data) => {
    const [reference] = elements(elements(data, 'CipherData')[0], 'CipherReference')
    return /\.(?:x?html?|opf)$/i.test(textOf(reference, '@URI'))
  })
}

function spine(book: XmlElement | undefined, folder: string): readonly string[] {
  const items = elements(elements(book, 'manifest')[0], 'item')
  const hrefs = new Map(items.map((item) => [textOf(item, '@id'), textOf(item, '@href')]))
  const places = elements(elements(book, 'spine')[0], 'itemref').flatMap((reference) => {
    const href = hrefs.get(textOf(reference, '@idref'))
    const [path = ''] = href?.split('#') ?? []
    return href === undefined ? [] : [posix.join(folder, decodedUri(path) ?? path)]
  })
  // A spine that names a chapter a thousand times is a bomb of its own.
  return [...new Set(places)]
}

function chapterOf(bytes: Uint8Array | undefined): { readonly text: string; readonly hidden: number } | undefined {
  if (bytes === undefined) return undefined
  return attempt(
    () => htmlMarkdown(decodeText(bytes).text, { base: 'about:blank' }),
    ifCoded({ text: '', hidden: 0 }, 'PAGE_EMPTY'),
  )
}

function metadataOf(metadata: XmlElement | undefined): Omit<ReadResult, 'text'> {
  const all = (key: string): readonly string[] =>
    elements(metadata, key)
      .map((element) => oneLine(textOf(element)))
      .filter((text) => text !== '')
  const [title] = all('title')
  const [language] = all('language')
  const [description] = all('description')
  const [publishedAt] = all('date').flatMap((text) => isoDate(text) ?? [])
  const isbn = all('identifier')
    .map((text) => text.replace(/^urn:isbn:/i, '').replaceAll(/[\s-]/g, ''))
    .find((text) => /^(?:97[89])?\d{9}[\dX]$/i.test(text))
  return {
    title,
    language,
    description: description && oneLine(description.replaceAll(/<[^<>]*>/g, ' ')),
    publishedAt,
    workIds: isbn === undefined ? undefined : { isbn },
    authors: all('creator'),
    tags: all('subject'),
  }
}

function missingFinding(subject: string, missing: readonly string[]): Finding {
  return warningFinding('FILE_CHAPTERS_MISSING', subject, {
    message: `${missing.length} ${missing.length === 1 ? 'chapter that its spine names is' : 'chapters that its spine names are'} not in it: ${missing.slice(0, 5).map(oneLine).join(', ')}.`,
    hint: 'Fetch the book again; it may be incomplete.',
  })
}
