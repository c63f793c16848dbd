import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import type { LeftOut } from '@datacortex/memory'
import { secretPlace } from '@datacortex/memory'
import type { SpacePaths } from '@datacortex/platform'
import { readTextFile, sha256, shellWord, systemErrorCode, systemErrorReason } from '@datacortex/platform'
import type { RegisteredAgent } from '@datacortex/registry'
import { agentSourceFile, promptFile, readAgentBody } from '@datacortex/registry'
import type { Finding } from '@datacortex/errors'

/** What an agent is told before everything else. */
export type AgentPrompt = {
  readonly prompt: { readonly origin: string; readonly text: string; readonly because: string }
  /** The source, if it could not be read and the description stands for it. */
  readonly leftOut: readonly LeftOut[]
  readonly findings: readonly Finding[]
}

/**
 * Reads the prompt of an agent from its source; where there is none, name, description and skills stand for it.
 *
 * A source outside the space is read only if it is still the very file that was imported or that its module brought:
 * an entry could name any file of the machine.
 *
 * @param paths - Of the space.
 * @param agent - Of the registry.
 */
export async function readPrompt(paths: SpacePaths, agent: RegisteredAgent): Promise<AgentPrompt> {
  const { id, entry } = agent
  const { source } = entry
  const read = await readSource(paths, agent)
  if ('text' in read)
    return {
      prompt: { origin: source ?? id, text: read.text, because: `it is the prompt of ${id}` },
      leftOut: [],
      findings: read.changed ? [promptChanged(agent)] : [],
    }
  return {
    prompt: { origin: `registry entry ${id}`, text: described(agent), because: `${id} has no prompt to read` },
    leftOut: [{ origin: source ?? id, reason: `${read.reason}; its description stands for its prompt` }],
    // Cards, registry files and addresses hold no prompt, and an empty file has none.
    findings:
      promptFile(paths, entry) === undefined || read.reason === holdsNone ? [] : [promptMissing(agent, read.reason)],
  }
}

type Source = { readonly text: string; readonly changed: boolean } | { readonly reason: string }

async function readSource(paths: SpacePaths, { entry }: RegisteredAgent): Promise<Source> {
  if (entry.source === undefined || entry.source === '') return { reason: 'its entry names no source' }
  const file = agentSourceFile(paths, entry)
  if (file === undefined)
    return {
      reason: entry.source.includes('://') ? 'its source is no file; nothing is fetched for a context' : leavesSpace,
    }
  try {
    const [real, root] = [await realpath(file), await realpath(paths.root)]
    const inside = relative(root, real)
    const isInside = inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)
    const secret = secretPlace((isInside ? inside : real).split(sep).join('/'))
    if (secret !== undefined) return { reason: secret }
    const read = await readTextFile(real)
    if (!read.ok) return { reason: read.reason }
    const isSame = entry.sha256 === sha256(read.bytes) || entry.sha256 === sha256(read.text)
    if (!isInside && !isSame)
      return {
        reason:
          entry.sha256 === undefined ? leavesSpace : 'it lies outside the space and is not what was imported any more',
      }
    // Read where it was found to be allowed, not where a link may lead by now.
    const body = await readAgentBody(paths, { source: real })
    return body === undefined ? { reason: holdsNone } : { text: body, changed: entry.sha256 !== undefined && !isSame }
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    return { reason: systemErrorReason(error) }
  }
}

const holdsNone = 'its source holds no prompt'
const leavesSpace = 'its source lies outside the space'

function described({ id, entry: { name, description, skills } }: RegisteredAgent): string {
  const about = description === '' ? '' : `\n\n${description}`
  const lines = skills.map((skill) => `- ${skill.name}${skill.description === '' ? '' : `: ${skill.description}`}`)
  return `You are ${name === '' ? id : name}.${about}${lines.length === 0 ? '' : `\n\nYour skills:\n\n${lines.join('\n')}`}`
}

/** An agent that never had a prompt works by its description; one whose prompt is gone is not the agent it was. */
function promptMissing({ id, entry: { source = '' } }: RegisteredAgent, reason: string): Finding {
  return {
    code: 'CONTEXT_PROMPT_MISSING',
    severity: 'warning',
    subject: id,
    message: `The prompt of ${id} (${source}) is not used: ${reason}. Only its description stands for it.`,
    hint: isAbsolute(source)
      ? `If the file is as you want it, take it in as it is now: datacortex agent import ${shellWord(source)}`
      : 'Put the file back, or correct `source` of the agent in agents.yaml.',
  }
}

function promptChanged({ id, entry }: RegisteredAgent): Finding {
  return {
    code: 'CONTEXT_PROMPT_CHANGED',
    severity: 'info',
    subject: id,
    message: `The prompt of ${id} (${entry.source ?? ''}) differs from the one its registry entry was made from; the file is used.`,
    hint: 'Import it again so that its description and skills follow.',
  }
}
