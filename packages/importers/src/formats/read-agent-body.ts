import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import { readTextFile, secretPlace, sha256, systemErrorCode, systemErrorReason } from '@datacortex/platform'
import type { SpacePaths } from '@datacortex/platform'
import { type AgentEntry, agentSourceFile } from '@datacortex/registry'
import { textOf } from './field-values.ts'
import { readFrontMatter, withoutFrontMatter } from './front-matter.ts'
import { dataFormatOf, mayBeRecipe, promptFile } from './prompt-file.ts'
import { maxAgentFileBytes, readAgentFile } from './read-agent-file.ts'
import { readCodexAgent } from './read-codex-agent.ts'

export type AgentBody =
  | {
      readonly text: string
      /** Whether the file differs from the one its entry was made from. */
      readonly changed: boolean
    }
  | {
      readonly reason: string
      /** Whether the entry never named one: it has no source, or a card, a registry file, an address, an empty file. */
      readonly isPromptless: boolean
    }

/**
 * The prompt of an agent, as its source file holds it now: Markdown without front matter, Codex's instructions, a mode of Roo, an
 * agent in the settings of opencode.
 *
 * Whatever reads a prompt, to show it, to index it or to give it to a model, reads it here: an entry could name any
 * file of the machine. A file outside the space, also behind a link, is read only while it is the very file that was
 * imported or that a module brought; secrets never are.
 * @param entry - Only `source` and `sha256` are used.
 * @example const body = await readAgentBody(paths, entry); if ('text' in body) show(body.text)
 */
export async function readAgentBody(
  paths: SpacePaths,
  entry: Pick<AgentEntry, 'source' | 'sha256'>,
): Promise<AgentBody> {
  const path = promptFile(paths, entry)
  if (path === undefined) return { reason: noPromptReason(paths, entry), isPromptless: true }
  try {
    const [real, root] = await Promise.all([realpath(path), realpath(paths.root)])
    const part = entry.source?.split('#').at(-1)
    return await bodyOf(real, { root, sha256: entry.sha256, part })
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    return { reason: systemErrorReason(error), isPromptless: false }
  }
}

/** Reads where a path was found to lead; a link that is changed by now changes nothing. */
async function bodyOf(
  real: string,
  { root, sha256: expected, part }: { root: string; sha256: string | undefined; part: string | undefined },
): Promise<AgentBody> {
  const refused = (reason: string): AgentBody => ({ reason, isPromptless: false })
  const inside = relative(root, real)
  const isInside = inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)
  const secret = secretPlace((isInside ? inside : real).split(sep).join('/'))
  if (secret !== undefined) return refused(secret)
  if (!isInside && expected === undefined) return refused(leavesSpace)
  const file = await readTextFile(real, { maxBytes: maxAgentFileBytes })
  if (!file.ok) return refused(file.reason)
  const changed = expected !== undefined && ![sha256(file.bytes), sha256(file.text)].includes(expected)
  if (!isInside && changed) return refused('it lies outside the space and is not what was imported any more')
  const text = promptIn(file.text, { path: real.split(sep).join('/'), part })
  return text === undefined || text === '' ? { reason: holdsNone, isPromptless: true } : { text, changed }
}

function promptIn(text: string, { path, part }: { path: string; part: string | undefined }): string | undefined {
  if (/\.toml$/i.test(path)) return readCodexAgent(text, path).agents[0]?.body
  const format = dataFormatOf(path) ?? (mayBeRecipe(path) ? 'goose' : undefined)
  if (format === undefined || /\.md$/i.test(path)) return withoutFrontMatter(text) || promptField(text)
  const { agents } = readAgentFile(text, { format, path })
  return (agents.find((agent) => agent.part === part) ?? agents.find((agent) => agent.part === undefined))?.body
}

/** An agent of opencode may have its prompt among its fields. */
function promptField(text: string): string | undefined {
  const read = readFrontMatter(text)
  return read.kind === 'fields' ? textOf(read.fields['prompt']) : undefined
}

const holdsNone = 'its source holds no prompt'
const leavesSpace = 'its source lies outside the space'

function noPromptReason(paths: SpacePaths, { source = '' }: Pick<AgentEntry, 'source'>): string {
  if (source === '') return 'its entry names no source'
  if (agentSourceFile(paths, { source }) !== undefined) return holdsNone
  return source.includes('://') ? 'its source is no file; nothing is fetched for a context' : leavesSpace
}
