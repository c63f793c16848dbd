import { readdir, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { SpacePaths } from '@datacortex/platform'
import { readTextFile, sha256 } from '@datacortex/platform'
import type { RegisteredAgent, Registry } from '../file/registry.ts'
import type { Finding } from '@datacortex/errors'
import { agentSourceFile } from '../importers/agent-source.ts'

/**
 * Sources that are gone or changed since the import, and files an agent must read that are not there.
 *
 * @param registry - With the agents of modules.
 * @param options - The space, and a signal that stops the reading.
 * @returns At most three findings an agent.
 * @example await checkFiles(registry, { paths })
 */
export async function checkFiles(
  registry: Registry,
  { paths, signal }: { readonly paths: SpacePaths; readonly signal?: AbortSignal | undefined },
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const agent of registry.agents.values()) {
    signal?.throwIfAborted()
    if (agent.entry.removed || agent.entry.alias !== undefined) continue
    findings.push(...(await sourceFindings(agent, paths)), ...(await referenceFindings(agent, paths)))
  }
  return findings
}

async function sourceFindings({ id, entry }: RegisteredAgent, paths: SpacePaths): Promise<readonly Finding[]> {
  const path = agentSourceFile(paths, entry)
  if (path === undefined || entry.source === undefined) return []
  const file = await readTextFile(path)
  if (!file.ok) {
    const hint = 'Put the file back, correct `source`, or take the agent out of agents.yaml.'
    return [
      { code: 'SOURCE_MISSING', severity: 'warning', subject: id, message: `${entry.source}: ${file.reason}`, hint },
    ]
  }
  if (entry.sha256 === undefined || entry.sha256 === sha256(file.bytes)) return []
  const hint = `datacortex agent import ${entry.source.replace(/#.*$/, '')}`
  return [
    { code: 'SOURCE_CHANGED', severity: 'warning', subject: id, message: 'its file changed since the import', hint },
  ]
}

async function referenceFindings({ id, entry }: RegisteredAgent, paths: SpacePaths): Promise<readonly Finding[]> {
  const specs = (entry.references?.specs ?? []).map((spec) => join('.datacore', 'specs', spec))
  const missing: string[] = []
  for (const path of [...(entry.reads?.required ?? []), ...specs]) {
    if (isLiteral(path) && !(await isThere(path, paths))) missing.push(path)
  }
  for (const dip of entry.references?.dips ?? []) if (!(await hasDip(dip, paths))) missing.push(dip)
  if (missing.length === 0) return []
  const message = `it must read what is not there: ${missing.join(', ')}`
  return [
    {
      code: 'REFERENCE_MISSING',
      severity: 'warning',
      subject: id,
      message,
      hint: 'Add the files or correct the paths.',
    },
  ]
}

/** Globs, templates and addresses can't be looked up as they stand. */
function isLiteral(path: string): boolean {
  return !/[*?{}[\]<>]|:\/\//.test(path)
}

async function isThere(path: string, paths: SpacePaths): Promise<boolean> {
  // A space without agents has none, and is read as one with an empty list.
  if (inSpace(paths, path) === paths.agentsFile) return true
  if ((await stat(inSpace(paths, path)).catch(() => undefined)) !== undefined) return true
  // DIP-0016 §1 names a DIP file without its folder.
  return path.startsWith('DIP-') && (await hasDip(path, paths))
}

/** `DIP-0004` stands for `DIP-0004-knowledge-database.md`. */
async function hasDip(dip: string, paths: SpacePaths): Promise<boolean> {
  const names = await readdir(join(paths.datacore, 'dips')).catch(() => [])
  return names.some((name) => name.startsWith(dip))
}

function inSpace(paths: SpacePaths, path: string): string {
  return isAbsolute(path) ? path : join(paths.root, path)
}
