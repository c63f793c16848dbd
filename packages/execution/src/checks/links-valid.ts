import { basename, posix } from 'node:path'
import { CodedError, codedError, whenCoded } from '@datacortex/errors'
import type { LinkTarget, Note, NoteLink } from '@datacortex/notes'
import { LinkResolver, meansNote, parseNote, readNote, scanNotes } from '@datacortex/notes'
import { isFolder, pathInSpace, readTextFile, resolveInside, sha256, spacePaths, walkFiles } from '@datacortex/platform'
import { type CheckedRun, type OutputCheck, verdictOf } from './output-check.ts'
import { isSeen } from './space-changes.ts'

/** Every link of a written note to another note, and every wiki-link to another file or a folder, leads somewhere. */
export const linksValid: OutputCheck = {
  name: 'links_valid',
  async check(run, { signal }) {
    const written = await writtenNotes(run)
    const namesNote = (link: NoteLink): boolean => link.target !== '' && meansNote(link) && !leadsOutOfNotes(link)
    const links = written.flatMap(({ path, links }) => links.filter(namesNote).map((link) => ({ path, link })))
    const { changes } = run
    if (links.length === 0) return verdictOf([], { changes })
    const notes: { readonly path: string; readonly file: string }[] = []
    for await (const entry of scanNotes(spacePaths(run.root), { signal })) if (entry.kind === 'file') notes.push(entry)
    let open = unresolved(links, new LinkResolver(notes))
    // Other names of notes stand in their texts, and other files are many: both are looked at only if need be.
    if (open.length > 0) open = await withoutFiles(open, { root: run.root, signal })
    if (open.length > 0) open = await withoutFolders(open, run.root)
    if (open.length > 0) open = unresolved(open, new LinkResolver(await withAliases(notes, signal)))
    const seen = new Set(run.outputs.filter(isSeen).map(({ path }) => path))
    const problems = open.filter(({ path }) => !seen.has(path)).map(problemOf)
    return verdictOf(problems, { doubts: open.filter(({ path }) => seen.has(path)).map(problemOf), changes })
  },
}

type WrittenLink = { readonly path: string; readonly link: NoteLink }

function problemOf({ path, link }: WrittenLink): string {
  return `${path}:${link.line} leads nowhere: ${link.target.slice(0, 200)}`
}

async function writtenNotes({ root, outputs }: CheckedRun): Promise<readonly Note[]> {
  const notes: Note[] = []
  for (const { path } of outputs) {
    if (!/\.(?:md|markdown|org)$/i.test(path)) continue
    const file = await resolveInside(root, path).catch(codedError)
    const read = CodedError.is(file) ? undefined : await readTextFile(file)
    // Whether it is there and may be is for the other checks to say.
    if (read?.ok === true) {
      const text = /\.org$/i.test(path) ? read.text : withoutFormulas(read.text)
      notes.push(parseNote(text, { path, sha256: sha256(read.bytes) }))
    }
  }
  return notes
}

function unresolved(links: readonly WrittenLink[], resolver: LinkResolver): readonly WrittenLink[] {
  return links.filter(({ path, link }) => resolver.resolve(path, link) === undefined)
}

/** Without the links that name a picture or another file, as Obsidian finds them: by their name. */
async function withoutFiles(links: readonly WrittenLink[], { root, signal }: { root: string; signal: AbortSignal }) {
  const isFile = ({ link }: WrittenLink): boolean => /\.(?!(?:md|markdown|org)$)\w{1,8}$/i.test(link.target)
  if (!links.some(isFile)) return links
  const names = new Set<string>()
  for await (const entry of walkFiles(root, { ignore: ['.git', '.datacore', 'node_modules'], signal }))
    if (entry.kind === 'file') names.add(foldName(entry.path))
  return links.filter((one) => !isFile(one) || !names.has(foldName(one.link.target)))
}

/** Without the links that name a folder by its path, from the space or from the note. */
async function withoutFolders(links: readonly WrittenLink[], root: string): Promise<readonly WrittenLink[]> {
  const open: WrittenLink[] = []
  for (const one of links) {
    const { path, link } = one
    const places = [link.target, posix.join(posix.dirname(path), link.target)]
    const found = link.target.includes('/') ? await Promise.all(places.map((place) => isFolderIn(root, place))) : []
    if (!found.includes(true)) open.push(one)
  }
  return open
}

async function isFolderIn(root: string, place: string): Promise<boolean> {
  const path = pathInSpace(place.replace(/^\/+/, ''))
  if (path === undefined || path === '') return false
  const folder = await resolveInside(root, path).catch(codedError)
  return !CodedError.is(folder) && (await isFolder(folder))
}

function foldName(path: string): string {
  return basename(path).normalize('NFC').toLowerCase()
}

async function withAliases(notes: readonly { readonly path: string; readonly file: string }[], signal: AbortSignal) {
  const targets: LinkTarget[] = []
  for (const note of notes) {
    signal.throwIfAborted()
    const read = await readNote(note).catch(whenCoded((error) => error, 'MEMORY_NOTE_UNREADABLE'))
    targets.push(CodedError.is(read) ? note : { path: read.path, aliases: read.aliases })
  }
  return targets
}

/** Whether a link leads to something that is no file of the space: a page, an address, or an ID that Emacs keeps. */
function leadsOutOfNotes({ target }: Pick<NoteLink, 'target'>): boolean {
  // A note may be called `Review: Bees`, so not every word before a colon is a scheme.
  return /^(?:[a-z][a-z\d+.-]*:\/\/|(?:id|mailto|tel|doi|urn|data|attachment):\S)/i.test(target)
}

/** The text of a note with its formulas, `$$…$$` and `$…$`, replaced by spaces; lines stay where they are. */
function withoutFormulas(text: string): string {
  if (!text.includes('$')) return text
  // A formula ends before a blank line: a lone sign hides nothing of what follows.
  const blocks = text.replaceAll(/(?<!\\)\$\$(?:[^$\n]|\n(?![ \t]*\n)){1,5000}\$\$/g, blank)
  return blocks.replaceAll(/(?<![\\$])\$(?![\s$])[^$\n]{1,2000}(?<![\s\\])\$(?![\d$])/g, blank)
}

function blank(formula: string): string {
  return formula.replaceAll(/[^\n]/g, ' ')
}
