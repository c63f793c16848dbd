import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { readTextFile, sha256, systemErrorCode, systemErrorReason } from '@datacortex/platform'
import type { ContextCandidate, LeftOut } from './context-block.ts'
import type { Gathered } from './read-required.ts'
import { sectionOf } from './section-of.ts'

/** The only part of a governance document that an agent is given. */
const agentSection = 'Agent Context'

/**
 * Reads the governance documents that an agent refers to: of each only the section for agents.
 *
 * @param paths - Of the space.
 * @param options - `references`: `DIP-0009` or a file name; `places`: folders to look in, relative.
 * @returns The sections, and what is missing with the reason.
 */
export async function readReferences(
  paths: SpacePaths,
  options: { readonly references: readonly string[]; readonly places: readonly string[] },
): Promise<Gathered> {
  const found: ContextCandidate[] = []
  const leftOut: LeftOut[] = []
  if (options.references.length === 0) return { found, leftOut }
  const files = await filesIn(paths.root, options.places)
  for (const reference of new Set(options.references)) {
    const file = files.find((path) => isNamed(path, reference))
    const part = file === undefined ? undefined : await readSection(paths.root, { file, reference })
    if (part === undefined)
      leftOut.push({ origin: reference, reason: `no such document in ${options.places.join(' or ')}` })
    else if ('reason' in part) leftOut.push(part)
    else found.push(part)
  }
  return { found, leftOut }
}

async function filesIn(root: string, places: readonly string[]): Promise<readonly string[]> {
  const files: string[] = []
  for (const place of places) {
    try {
      for (const name of (await readdir(join(root, place))).sort())
        if (/\.(?:md|markdown)$/i.test(name)) files.push(`${place}/${name}`)
    } catch (error) {
      if (systemErrorCode(error) === undefined) throw error
      // A folder that isn't there has no documents; the reason given for each of them names it.
    }
  }
  return files
}

/** `DIP-0009` names `DIP-0009.md` and `DIP-0009-gtd.md`, never `DIP-00091.md`. */
function isNamed(path: string, reference: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const wanted = reference.toLowerCase().replace(/\.md$/, '')
  return name.startsWith(wanted) && /^(?:[-_ ].*)?\.(?:md|markdown)$/.test(name.slice(wanted.length))
}

async function readSection(
  root: string,
  { file, reference }: { file: string; reference: string },
): Promise<ContextCandidate | LeftOut> {
  try {
    const read = await readTextFile(join(root, file))
    if (!read.ok) return { origin: file, reason: read.reason }
    const section = sectionOf(read.text, agentSection)
    if (section === undefined) return { origin: file, reason: `it has no section "${agentSection}"` }
    const { text, start, end } = section
    const provenance = { sha256: sha256(read.bytes), start, end, because: `refers to ${reference}` }
    return { kind: 'reference', origin: file, text, provenance }
  } catch (error) {
    return { origin: file, reason: systemErrorReason(error) }
  }
}
