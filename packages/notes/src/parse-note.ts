import { type Finding, infoFinding } from '@datacortex/errors'
import { chunkNote } from './structure/chunk-note.ts'
import type { CanvasPart } from './canvas/read-canvas.ts'
import { isBaseFile, isCanvasFile } from './files/is-note-file.ts'
import { frontMatterLinks } from './links/front-matter-links.ts'
import { readFrontMatter } from './head/front-matter.ts'
import { type NoteFields, fileNameDate, isoDate, readNoteFields } from './head/note-fields.ts'
import { noteName } from './head/note-head.ts'
import { longestTitle, mostLinks, mostTags } from './files/note-limits.ts'
import { type NoteLocations, notePlace } from './head/note-place.ts'
import { bracketTags, inlineTags, keptTags } from './head/note-tags.ts'
import type { Note, NoteLink } from './note.ts'
import { pageName } from './head/page-name.ts'
import { readPageProperties } from './head/page-properties.ts'
import { ownBody } from './structure/own-body.ts'
import { readMarkdown } from './structure/read-markdown.ts'
import { placedOrgLinks, readOrg } from './structure/read-org.ts'
import { scanMarkdown } from './structure/scan-markdown.ts'
import { type TextLines, linesFrom, textLines } from './structure/text-lines.ts'
import { type Heading, type TextStructure, maskRanges } from './structure/text-structure.ts'
import { whyUnusual } from './files/why-unusual.ts'
import { markdownLinks } from './links/markdown-links.ts'
import { maskWikiLinks, wikiLinks } from './links/wiki-links.ts'

export type ParseNoteOptions = {
  /** Relative to the root of the space, `/` between parts. */
  readonly path: string
  /** Of the file's bytes. */
  readonly sha256: string
  readonly locations?: NoteLocations | undefined
  /** What of the text stands on which part of a canvas; one part if absent. */
  readonly parts?: readonly CanvasPart[] | undefined
  /** What was found while the file was read. */
  readonly findings?: readonly Finding[] | undefined
}

/**
 * Reads a note: front matter, headings, links, tags and chunks. Pure, and never throws whatever the text is.
 * @param text - Markdown, or org if the path ends in `.org`; what is read of a canvas.
 * @param options - Path and hash; the path gives type, space and, if the text has none, title and date.
 * @example parseNote('# Bees\nSee [[Honey]] #insects', { path: 'Bees.md', sha256 }).links[0].target // 'Honey'
 */
export function parseNote(text: string, options: ParseNoteOptions): Note {
  const path = options.path.normalize('NFC')
  const place = notePlace(path, options.locations)
  const name = noteName(path)
  const read = isCanvasFile(path)
    ? parseCanvas(text, options)
    : isBaseFile(path)
      ? parseBase(text)
      : /\.org$/i.test(path)
        ? parseOrg(text)
        : parseMarkdown(text, { path, isDaily: place.type === 'journal' })
  const date = read.date ?? fileNameDate(name)
  const tags = keptTags(read.tags, read.chunks.length)
  return {
    path,
    space: place.space,
    type: read.type ?? place.type,
    title: (read.title ?? name).slice(0, longestTitle),
    tags,
    links: read.links.slice(0, mostLinks),
    aliases: [...new Set(read.aliases)].slice(0, mostTags),
    ...(date === undefined ? {} : { date }),
    chunks: read.chunks,
    sha256: options.sha256,
    findings: [
      ...(options.findings ?? []),
      ...read.findings,
      ...conflictMarks(text, path),
      ...tooMany({ path, links: read.links, tags: read.tags, kept: tags }),
    ],
  }
}

type Read = Pick<Note, 'tags' | 'links' | 'aliases' | 'chunks' | 'findings' | 'date'> & {
  readonly title?: string | undefined
  readonly type?: string | undefined
}

function parseMarkdown(text: string, { path, isDaily }: { path: string; isDaily: boolean }): Read {
  const lines = textLines(text)
  const { fields, bodyStart, findings } = readFrontMatter(text, path)
  if (fields.has('excalidraw-plugin')) return parseDrawing(text, { path, fields, bodyStart, findings })
  const body = text.slice(bodyStart)
  const known = withPageProperties(readNoteFields(fields), { body, path })
  const isOfOthers = known.type === 'source-text'
  // A file that is nothing else is cut at its headings all the same.
  const own = isOfOthers ? body : ownBody(body, known.type)
  const unusual = whyUnusual(own)
  const structure = unusual ? scanMarkdown(own) : readMarkdown(own)
  const none = { links: [], tags: [] }
  const inBody = linesFrom(lines, bodyStart)
  const { links, tags } = isOfOthers ? none : linksAndTags(own, { structure, lines: inBody })
  return {
    ...known,
    title: known.title ?? firstHeading(own, { structure, isDaily }),
    tags: [...known.tags, ...tags],
    links: [...frontMatterLinks(fields, { head: text.slice(0, bodyStart), lines }), ...links],
    chunks: chunkNote(text, { lines, bodyStart, headings: structure.headings }),
    findings: unusual ? [...findings, readByLine(path, unusual)] : findings,
  }
}

/** The heading that a text begins with. Each day may begin with the same part of a template. */
function firstHeading(body: string, { structure, isDaily }: { structure: TextStructure; isDaily: boolean }) {
  const first = structure.headings.find(({ text }) => text !== '')
  if (first === undefined || (isDaily && first.depth > 1)) return undefined
  const above = maskRanges(
    body.slice(0, first.start),
    structure.opaque.filter(
      ({ start, end }) => end <= first.start && /^(?:<!--|%%)/.test(body.slice(start, start + 4)),
    ),
  )
  return above.slice(readPageProperties(body).end).trim() === '' ? first.text : undefined
}

/** The front matter counts where both say something. */
function withPageProperties(known: NoteFields, { body, path }: { body: string; path: string }): NoteFields {
  const page = readPageProperties(body)
  // Links name a page by its title, whatever its file is called.
  const isNamed = page.title === pageName(noteName(path))
  const names = known.title !== undefined || page.title === undefined || isNamed ? [] : [page.title]
  return {
    ...known,
    title: known.title ?? page.title,
    tags: known.tags.length > 0 ? known.tags : page.tags,
    aliases: [...names, ...(known.aliases.length > 0 ? known.aliases : page.aliases)],
  }
}

/** Card by card: a code block that one leaves open, or its heading, says nothing of the next. */
function parseCanvas(text: string, { path, parts }: Pick<ParseNoteOptions, 'path' | 'parts'>): Read {
  const lines = textLines(text)
  const unusual = whyUnusual(text)
  const headings: Heading[] = []
  const links: NoteLink[] = []
  const tags = new Set<string>()
  for (const { start, end, group = '', isLabel } of parts ?? [{ start: 0, end: text.length }]) {
    const body = text.slice(start, end)
    const structure = unusual ? scanMarkdown(body) : readMarkdown(body)
    const found = linksAndTags(body, { structure, lines: linesFrom(lines, start) })
    for (const link of found.links) links.push(link)
    for (const tag of found.tags) tags.add(tag)
    headings.push({ depth: 0, text: group, start, end: isLabel ? end : start })
    if (isLabel) continue
    for (const one of structure.headings) headings.push({ ...one, start: start + one.start, end: start + one.end })
  }
  return {
    tags: [...tags],
    links,
    aliases: [],
    chunks: chunkNote(text, { lines, bodyStart: 0, headings }),
    findings: unusual ? [readByLine(path, unusual)] : [],
  }
}

/** A base is read as its text: what it asks for is found, and nothing in it is a link or a tag. */
function parseBase(text: string): Read {
  const chunks = chunkNote(text, { lines: textLines(text), bodyStart: 0, headings: [] })
  return { tags: [], links: [], aliases: [], chunks, findings: [] }
}

type Drawing = ReturnType<typeof readFrontMatter> & { readonly path: string }

/** Of a drawing of Excalidraw what is written on it: neither its warning nor the packed drawing says anything. */
function parseDrawing(text: string, { path, fields, bodyStart, findings }: Drawing): Read {
  const end = drawingData.exec(text)?.index ?? text.length
  const start = bodyStart + (/^\s*==\u26A0[^\n]*\n/.exec(text.slice(bodyStart, end))?.[0].length ?? 0)
  const body = text.slice(start, end)
  const structure = scanMarkdown(body)
  const lines = textLines(text)
  const known = readNoteFields(fields)
  const { links, tags } = linksAndTags(body, { structure, lines: linesFrom(lines, start) })
  return {
    ...known,
    title: known.title ?? noteName(path).replace(/\.excalidraw$/i, ''),
    type: known.type ?? 'excalidraw',
    tags: [...known.tags, ...tags],
    links: [...frontMatterLinks(fields, { head: text.slice(0, bodyStart), lines }), ...links],
    chunks: chunkNote(text.slice(0, end), { lines, bodyStart: start, headings: [] }),
    findings,
  }
}

const drawingData = /^(?:%%[ \t]*\r?\n)?#{1,2} Drawing[ \t]*$/m

function parseOrg(text: string): Read {
  const lines = textLines(text)
  const { headings, hidden, drawers, tags, ids, keywords } = readOrg(text)
  return {
    title: keywords.get('title') || undefined,
    date: isoDate(keywords.get('date')),
    tags,
    links: placedOrgLinks(maskRanges(text, hidden), lines).map(({ link }) => link),
    aliases: ids.map((id) => `id:${id}`),
    chunks: chunkNote(text, { lines, bodyStart: 0, headings, drawers }),
    findings: [],
  }
}

function readByLine(path: string, reason: string): Finding {
  return infoFinding('NOTE_READ_BY_LINE', path, {
    message: `The note ${reason}, so it was read line by line. All its words can be found.`,
    hint: 'Reference links, underlined headings and code by indentation are not recognised in it.',
  })
}

/** Both versions of a merge of git that nobody has settled. */
function conflictMarks(text: string, path: string): readonly Finding[] {
  const at = /^<{7} [^\n]*$/m.exec(text)?.index
  if (at === undefined || !/^={7}\r?$/m.test(text) || !/^>{7} /m.test(text)) return []
  return [
    infoFinding('NOTE_CONFLICT_MARKS', `${path}:${text.slice(0, at).split('\n').length}`, {
      message: 'Two versions stand in it, as git leaves them where it could not merge.',
      hint: 'Keep what is right, and take the lines with <<<<<<<, ======= and >>>>>>> out.',
    }),
  ]
}

type Kept = Pick<Note, 'path' | 'links' | 'tags'> & { readonly kept: readonly string[] }

function tooMany({ path, links, tags, kept }: Kept): readonly Finding[] {
  const finding = (code: string, message: string) => infoFinding(code, path, { message })
  const cutLinks = `The note has more than ${mostLinks} links; the first ${mostLinks} are followed.`
  const cutTags = `The note is too long for so many tags; its first ${kept.length} find it.`
  return [
    ...(links.length > mostLinks ? [finding('NOTE_LINKS_CUT', cutLinks)] : []),
    ...(new Set(tags).size > kept.length ? [finding('NOTE_TAGS_CUT', cutTags)] : []),
  ]
}

/** Links and tags of a Markdown text, by line. `body`: without front matter. */
function linksAndTags(body: string, { structure, lines }: { structure: TextStructure; lines: TextLines }) {
  const masked = maskRanges(body, structure.opaque)
  const links = [...wikiLinks(masked, lines), ...markdownLinks(structure.destinations, lines)]
  return {
    links: links.toSorted((a, b) => a.line - b.line),
    tags: [...inlineTags(maskWikiLinks(masked)), ...bracketTags(masked)],
  }
}
