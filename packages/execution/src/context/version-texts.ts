import { join } from 'node:path'
import { ifCoded } from '@datacortex/errors'
import { type SpacePaths, isThere, readTextFile, writeFileAtomically } from '@datacortex/platform'
import type { RegisteredAgent } from '@datacortex/registry'
import { stringify } from 'yaml'
import { ownPart } from './component-texts.ts'

/** What makes a version of an agent, as people wrote it: its entry, its prompt and the texts of its components. */
export function versionText(
  agent: Pick<RegisteredAgent, 'entry' | 'composition'>,
  { prompt, components }: { readonly prompt: string; readonly components: readonly string[] },
): string {
  return [stringify(ownPart(agent), { lineWidth: 0 }), prompt, ...components]
    .map((part) => `${part.trim()}\n`)
    .join('\n')
}

/** Keeps it under the hash of the version, once; a disk that is full keeps a run from nothing. */
export async function keepVersionText(paths: SpacePaths, hash: string, text: string): Promise<void> {
  const file = fileOf(paths, hash)
  if (!(await isThere(file))) await writeFileAtomically(file, text, { mode: 0o600 }).catch(ifCoded(undefined))
}

/**
 * What a version was made of; undefined of one that ran before texts were kept.
 * @param hash - SHA-256, as `version_history` has it.
 * @example await readVersionText(paths, version.hash ?? '')
 */
export async function readVersionText(paths: SpacePaths, hash: string): Promise<string | undefined> {
  if (!/^[0-9a-f]{64}$/.test(hash)) return undefined
  const read = await readTextFile(fileOf(paths, hash))
  return read.ok ? read.text : undefined
}

function fileOf({ stateDirectory }: SpacePaths, hash: string): string {
  return join(stateDirectory, 'agent-versions', hash)
}
