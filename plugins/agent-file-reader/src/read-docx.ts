import { htmlMarkdown, oneLine } from '@datacortex/content'
import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { isoDate } from '@datacortex/text'
import { fileError } from './errors.ts'
import { openArchive } from './open-archive.ts'
import { elements, parseXml, textOf } from './parse-xml.ts'
import type { Reader, ReadResult } from './reader.ts'

const format = 'DOCX'

/** A Word document: headings, lists, tables and notes; pictures are left out. */
export const readDocx: Reader = async (file) => {
  const { name } = file
  const archive = openArchive(file, { format, wanted: (path) => /\.(?:xml|rels)$/i.test(path) })
  if (!archive.has('word/document.xml') && !archive.has('[Content_Types].xml'))
    throw fileError('FILE_BROKEN', { name, format, reason: 'it has no word/document.xml' })
  for (const [path, bytes] of archive)
    if (/<!ENTITY/i.test(new TextDecoder().decode(bytes.subarray(0, 4096))))
      throw fileError('FILE_BROKEN', { name, format, reason: `${path} declares entities of its own` })
  file.signal.throwIfAborted()
  const html = await htmlOf(archive, name)
  const fields = coreFields(archive.get('docProps/core.xml'), name)
  if (html.trim() === '') return { ...fields, text: '' }
  const { text } = htmlMarkdown(html, { base: 'about:blank' })
  const heading = /^#\s+(.+)$/m.exec(text)?.[1]
  return { ...fields, title: fields.title ?? (heading === undefined ? undefined : oneLine(heading)), text }
}

// By id and by name: Word translates the id of a style into its own language, others translate the name.
const styleMap = [
  'p.Title => h1:fresh',
  "p[style-name='Title'] => h1:fresh",
  'p.Subtitle => p:fresh',
  "p[style-name='Subtitle'] => p:fresh",
]

async function htmlOf(archive: ReadonlyMap<string, Uint8Array>, name: string): Promise<string> {
  // Its own unpacking knows no limits, so it gets what was unpacked here.
  const checked = Buffer.from(zipSync(Object.fromEntries(archive), { level: 0 }))
  const convertImage = mammoth.images.imgElement(() => Promise.resolve({ src: '' }))
  try {
    return (await mammoth.convertToHtml({ buffer: checked }, { convertImage, styleMap, externalFileAccess: false }))
      .value
  } catch (error) {
    const reason = error instanceof Error ? oneLine(error.message).slice(0, 200) : 'it is damaged'
    throw fileError('FILE_BROKEN', { name, format, reason }, { cause: error })
  }
}

function coreFields(bytes: Uint8Array | undefined, name: string): Omit<ReadResult, 'text'> {
  if (bytes === undefined) return {}
  const [core] = elements(parseXml(bytes, { name, format }), 'coreProperties')
  const field = (key: string): string => oneLine(textOf(elements(core, key)[0]))
  const authors = field('creator').split(/\s*;\s*/)
  const tags = field('keywords')
    .split(/\s*[,;]\s*/)
    .filter((tag) => tag !== '')
  const [title, description] = [field('title') || undefined, field('description') || undefined]
  return { title, authors, tags, description, publishedAt: isoDate(field('created')) }
}
