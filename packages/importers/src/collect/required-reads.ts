import { realpath, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { type Finding, attempt, ifCoded, infoFinding } from '@datacortex/errors'
import { type SpacePaths, relativeParts, secretPlace, decodedUri, ifRefused } from '@datacortex/platform'
import { sourcePath } from '@datacortex/registry'
import type { ImportedAgent } from '../formats/file-reading.ts'
import type { Candidate } from './find-candidates.ts'

/** What an agent reads besides its prompt: the nearest `AGENTS.md`, and what a skill links to in its own folder. */
export async function requiredReads(
  agent: ImportedAgent,
  { candidate, paths }: { readonly candidate: Candidate; readonly paths: SpacePaths },
) {
  if (agent.entry.format === 'a2a') return { required: [], findings: [] }
  const files = [
    ...(candidate.context === undefined ? [] : [candidate.context]),
    ...(agent.entry.format === 'skill' ? await linkedFiles(agent.body ?? '', dirname(candidate.path)) : []),
  ]
  const required: string[] = []
  const findings: Finding[] = []
  for (const file of files) {
    const path = await pathToRead(paths, file)
    if (path === undefined) findings.push(leftOut(file))
    else required.push(path)
  }
  return { required, findings }
}

const mostLinks = 20

/** Texts in the folder of a skill that its body links to, in the order of the links. */
async function linkedFiles(body: string, folder: string): Promise<readonly string[]> {
  const found = new Set<string>()
  const root = await realpath(folder).catch(ifRefused(folder))
  for (const [, target = ''] of body.matchAll(/\]\(\s*<?([^()<>\s#?]+)/g)) {
    const path = pathBelow(target)
    if (path === undefined || found.size >= mostLinks) continue
    const file = join(folder, path)
    const real = await realpath(file).catch(ifRefused(undefined))
    if (real === undefined || relative(root, real) !== path.split('/').join(sep)) continue
    if ((await stat(real)).isFile()) found.add(file)
  }
  return [...found]
}

function pathBelow(target: string): string | undefined {
  if (!/\.(?:md|markdown|txt)$/i.test(target)) return undefined
  // An address, a path that leaves the folder, or one that can't be.
  return attempt(() => relativeParts(decodedUri(target) ?? '..').join('/'), ifCoded(undefined))
}

/** As a context would name it; undefined if none would read it. */
async function pathToRead(paths: SpacePaths, file: string): Promise<string | undefined> {
  const [root, real] = await Promise.all([
    realpath(paths.root).catch(ifRefused(paths.root)),
    realpath(file).catch(ifRefused(file)),
  ])
  return [sourcePath(paths, file), relative(root, real).split(sep).join('/')].find((path) =>
    attempt(() => relativeParts(path).length > 0 && secretPlace(path) === undefined, ifCoded(false)),
  )
}

function leftOut(file: string): Finding {
  return infoFinding('IMPORT_READ_LEFT_OUT', file, {
    message: `${file} belongs to what agents read, but lies outside the space or where nothing is read: no entry requires it.`,
    hint: 'Copy it into the space and add it to reads.required, if they need it.',
  })
}
