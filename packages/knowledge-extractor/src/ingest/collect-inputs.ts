import { readdir, realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { ifRefused, secretPlace, systemErrorReason, walkFiles } from '@datacortex/platform'
import type { KnowledgeInput } from '../knowledge-input.ts'
import type { KnowledgeFolders } from '../notes/knowledge-folders.ts'
import { isOwnNote, readStart } from '../notes/literature-store.ts'
import type { KnowledgePorts } from '../ports.ts'

/** An input, a place that could not be entered, or a file that was named and is no content for the space. */
export type Collected =
  | { readonly input: KnowledgeInput }
  | { readonly input: KnowledgeInput; readonly problem: string }
  | { readonly input: KnowledgeInput; readonly isNote: true }

/** Files of folders that are no inputs, and why. */
export type PassedOver = { readonly reason: string; readonly files: number }

/** What there is to ingest: addresses, files, and folders that are one thing, such as an export. */
export async function collectInputs(
  inputs: readonly (string | KnowledgeInput)[],
  options: { readonly ports: KnowledgePorts; readonly folders: KnowledgeFolders; readonly signal: AbortSignal },
): Promise<{ readonly collected: readonly Collected[]; readonly passedOver: readonly PassedOver[] }> {
  const collected: Collected[] = []
  const passed: string[] = []
  const seen = new Set<string>()
  for (const given of inputs)
    for await (const one of expand(typeof given === 'string' ? fromText(given) : given, options)) {
      if ('passedOver' in one) {
        passed.push(one.passedOver)
        continue
      }
      const { kind } = one.input
      const key = kind === 'extraction' || kind === 'bytes' ? undefined : JSON.stringify(one.input)
      if (key === undefined || !seen.has(key)) collected.push(one)
      if (key !== undefined) seen.add(key)
    }
  const reasons = Map.groupBy(passed, (reason) => reason)
  return { collected, passedOver: [...reasons].map(([reason, { length: files }]) => ({ reason, files })) }
}

function fromText(text: string): KnowledgeInput {
  return /^https?:\/\//i.test(text) ? { kind: 'url', url: text } : { kind: 'file', path: resolve(text) }
}

type Options = Parameters<typeof collectInputs>[1]

type Passed = { readonly passedOver: string }

async function* expand(input: KnowledgeInput, options: Options): AsyncGenerator<Collected | Passed> {
  if (input.kind !== 'file' && input.kind !== 'folder') {
    yield { input }
    return
  }
  const { path } = input
  const real = await realpath(path).catch(ifRefused(path))
  const isForbidden = path.split(sep).includes('.datacore')
  const problem = secretPlace(path) ?? secretPlace(real) ?? (isForbidden ? 'it belongs to the program' : undefined)
  if (problem !== undefined) {
    yield { input, problem }
    return
  }
  try {
    if (!(await stat(path)).isDirectory())
      yield { input: { kind: 'file', path }, ...((await isNoteOfSpace(path, options)) ? { isNote: true } : {}) }
    else if (await isOneThing(path, options)) yield { input: { kind: 'folder', path } }
    else yield* filesBelow(path, options)
  } catch (error) {
    options.signal.throwIfAborted()
    yield { input, problem: systemErrorReason(error) }
  }
}

async function isOneThing(path: string, { ports }: Options): Promise<boolean> {
  const folder = { contentType: 'inode/directory', name: path, path, bytes: new Uint8Array() }
  return (await ports.subAgents.accepts(folder)) !== undefined
}

async function* filesBelow(folder: string, options: Options): AsyncGenerator<Collected | Passed> {
  const { ports, folders, signal } = options
  const real = await realpath(folder)
  const inNotes = notesBelow({ ports, folders })
  const oneThing = askOnce(folder, options)
  const yielded = new Set<string>()
  for await (const entry of walkFiles(folder, { ignore: notEntered, signal })) {
    const input: KnowledgeInput = { kind: 'file', path: entry.path }
    if (entry.kind === 'skipped')
      yield entry.isSecret === true ? { passedOver: entry.reason } : { input, problem: entry.reason }
    else if (entry.relativePath.split('/').some((part) => part.startsWith('.'))) yield { passedOver: 'hidden' }
    else if (inNotes(entry.path)) yield { passedOver: inFolderForNotes }
    else {
      const found = await realpath(entry.path).catch(ifRefused(undefined))
      // Another process has taken it away since it was listed.
      if (found === undefined) continue
      if (!found.startsWith(`${real}${sep}`)) {
        yield { input, problem: 'it is a link that leads out of its folder' }
        continue
      }
      const thing = await oneThing(entry.relativePath)
      if (thing !== undefined) {
        if (!yielded.has(thing)) yield { input: { kind: 'folder', path: thing } }
        yielded.add(thing)
      } else if (await isOwnWork(entry.path)) yield { passedOver: 'made by ingesting' }
      else yield { input }
    }
  }
}

/** Finds the outermost folder around a file that is one thing; each folder is looked at once. */
function askOnce(folder: string, options: Options): (relativePath: string) => Promise<string | undefined> {
  const answers = new Map<string, boolean>()
  return async (relativePath) => {
    const names = relativePath.split('/').slice(0, -1)
    for (const [depth] of names.entries()) {
      const path = join(folder, ...names.slice(0, depth + 1))
      const answer = answers.get(path) ?? (!(await holdsNotes(path)) && (await isOneThing(path, options)))
      answers.set(path, answer)
      if (answer) return path
    }
    return undefined
  }
}

/** Asking costs a process some milliseconds; folders of notes are many, and no program exports its data with some. */
async function holdsNotes(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(ifRefused([]))
  return names.some((name) => /\.(?:md|org)$/i.test(name))
}

const inFolderForNotes = 'in the folders for notes that ingesting makes'
const notEntered = ['.datacore', '.git', '.obsidian', '.trash', '.venv', 'node_modules']

/** Whether what lies somewhere is in the folders of the space for notes that ingesting makes. */
function notesBelow({ ports, folders }: Pick<Options, 'ports' | 'folders'>): (path: string) => boolean {
  const own = [folders.literature, folders.zettel].map((place) => `${resolve(ports.paths.root, place)}${sep}`)
  return (path) => own.some((place) => path.startsWith(place))
}

/** A note about it would be a second one about the same, with the person's own words as those of a source. */
async function isNoteOfSpace(path: string, options: Options): Promise<boolean> {
  return (/\.md$/i.test(path) && notesBelow(options)(path)) || (await isOwnWork(path))
}

/** Whether the program wrote a file: a companion, or a note, wherever in the space it lies. */
async function isOwnWork(path: string): Promise<boolean> {
  if (!/\.md$/i.test(path)) return false
  const start = await readStart(path)
  if (start.startsWith('---\ntype: source-text\n')) return true
  if (start.startsWith('---\ntype: companion\n')) return /\.[^./\\]+\.md$/i.test(path)
  return isOwnNote(start)
}
