import { realpath, stat } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { systemErrorReason, walkFiles } from '@datacortex/platform'
import type { KnowledgeInput } from '../knowledge-input.ts'
import type { KnowledgeFolders } from '../notes/knowledge-folders.ts'
import { isOwnNote, readStart } from '../notes/literature-shelf.ts'
import type { KnowledgePorts } from '../ports.ts'

/** An input, or a place that could not be entered. */
export type Collected =
  | { readonly input: KnowledgeInput }
  | { readonly input: KnowledgeInput; readonly problem: string }

/**
 * What there is to ingest: addresses, files, folders that are one thing (an export), files in other folders.
 *
 * Hidden files, `node_modules`, `.datacore`, the notes that ingesting makes (of any space), and links that lead out of their folder
 * are passed over.
 *
 * @param inputs - Addresses, paths, or inputs as they are.
 * @param options - Ports, folders for notes, abort signal.
 * @returns In order, each once.
 */
export async function collectInputs(
  inputs: readonly (string | KnowledgeInput)[],
  options: { readonly ports: KnowledgePorts; readonly folders: KnowledgeFolders; readonly signal: AbortSignal },
): Promise<readonly Collected[]> {
  const collected: Collected[] = []
  const seen = new Set<string>()
  for (const given of inputs)
    for await (const one of expand(typeof given === 'string' ? fromText(given) : given, options)) {
      const { kind } = one.input
      const key = kind === 'extraction' || kind === 'bytes' ? undefined : JSON.stringify(one.input)
      if (key !== undefined && seen.has(key)) continue
      if (key !== undefined) seen.add(key)
      collected.push(one)
    }
  return collected
}

/** An address or a path. */
function fromText(text: string): KnowledgeInput {
  return /^https?:\/\//i.test(text) ? { kind: 'url', url: text } : { kind: 'file', path: resolve(text) }
}

type Options = Parameters<typeof collectInputs>[1]

async function* expand(input: KnowledgeInput, options: Options): AsyncGenerator<Collected> {
  if (input.kind !== 'file' && input.kind !== 'folder') {
    yield { input }
    return
  }
  const { path } = input
  if (isForbidden(path)) {
    yield { input, problem: 'it belongs to the program' }
    return
  }
  try {
    if (!(await stat(path)).isDirectory()) yield { input: { kind: 'file', path } }
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

async function* filesBelow(folder: string, { ports, folders, signal }: Options): AsyncGenerator<Collected> {
  const real = await realpath(folder)
  const own = [folders.literature, folders.zettel].map((place) => `${resolve(ports.paths.root, place)}${sep}`)
  for await (const entry of walkFiles(folder, { ignore: passedOver, signal })) {
    const input: KnowledgeInput = { kind: 'file', path: entry.path }
    if (entry.kind === 'skipped') yield { input, problem: entry.reason }
    else if (entry.relativePath.split('/').some((part) => part.startsWith('.'))) continue
    else if (own.some((place) => entry.path.startsWith(place))) continue
    else if (!(await realpath(entry.path).catch(() => '')).startsWith(`${real}${sep}`))
      yield { input, problem: 'it is a link that leads out of its folder' }
    else if (!(await isOwnWork(entry.path))) yield { input }
  }
}

const passedOver = ['.datacore', '.git', '.obsidian', '.trash', '.venv', 'node_modules']

function isForbidden(path: string): boolean {
  return path.split(sep).includes('.datacore')
}

/** Whether the program wrote a file: a companion, or a note, wherever in the space it lies. */
async function isOwnWork(path: string): Promise<boolean> {
  if (!/\.md$/i.test(path)) return false
  const start = await readStart(path)
  if (start.startsWith('---\ntype: companion\n')) return /\.[^./\\]+\.md$/i.test(path)
  return isOwnNote(start)
}
