import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const deepest = 8
const ending = /\.(?:md|markdown|org|txt|ya?ml)$/

/** The names of files in folders, at any depth, as the context of an agent looks for documents. */
export async function documentNames(root: string, places: readonly string[]): Promise<readonly string[]> {
  const names: string[] = []
  const waiting = places.map((place) => ({ folder: join(root, place), depth: 0 }))
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { folder, depth } = next
    for (const entry of await entriesOf(folder))
      if (!entry.isDirectory()) names.push(entry.name.toLowerCase())
      else if (isEntered(entry.name) && depth < deepest)
        waiting.push({ folder: join(folder, entry.name), depth: depth + 1 })
  }
  return names
}

/** Whether a document has this id: `DIP-0009` names `DIP-0009.md` and `DIP-0009-gtd.md`, never `DIP-00091.md`. */
export function hasDocument(names: readonly string[], id: string): boolean {
  const written = id.toLowerCase()
  const wanted = written.replace(ending, '')
  return names.some(
    (name) =>
      name.replace(ending, '') === wanted ||
      (name.startsWith(wanted) && /^[-_ ].*\.(?:md|markdown|org|txt|ya?ml)$/.test(name.slice(wanted.length))),
  )
}

function isEntered(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules'
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return await readdir(folder, { withFileTypes: true }).catch(() => [])
}
