import { isAbsolute, relative, sep } from 'node:path'
import type { LeftOut } from '@datacortex/memory'
import { type SpacePaths, pathInSpace } from '@datacortex/platform'
import { type AgentEntry, type RegisteredAgent, type Registry, importAgainCommand } from '@datacortex/registry'
import { promptFile, readAgentBody } from '@datacortex/importers'
import { type Finding, infoFinding, warningFinding } from '@datacortex/errors'

export type AgentPrompt = {
  readonly prompt: {
    readonly origin: string
    readonly text: string
    readonly because: string
    /** Of the file in the space that it is. */
    readonly path?: string | undefined
    /** Only what a file says as a prompt: a description, which may be a stranger's, and what an agent made are text. */
    readonly isFilled?: true | undefined
  }
  /** The source, if it could not be read and the description stands for it. */
  readonly leftOut: readonly LeftOut[]
  readonly findings: readonly Finding[]
}

/** Reads the prompt of an agent from its source; where there is none, name, description and skills stand for it. */
export async function readPrompt(paths: SpacePaths, agent: RegisteredAgent): Promise<AgentPrompt> {
  const { id, entry, dynamic } = agent
  const { source } = entry
  if (dynamic !== undefined) {
    const prompt = { origin: `recipe of ${id}`, text: dynamic.primer, because: `${dynamic.parent} made ${id} with it` }
    return { prompt, leftOut: [], findings: [] }
  }
  const read = await readAgentBody(paths, entry)
  if ('text' in read)
    return {
      prompt: {
        origin: source ?? id,
        text: read.text,
        because: `it is the prompt of ${id}`,
        path: promptPlace(paths, entry),
        isFilled: true,
      },
      leftOut: [],
      findings: read.changed ? [promptChanged(agent)] : [],
    }
  return {
    prompt: { origin: `registry entry ${id}`, text: described(agent), because: `${id} has no prompt to read` },
    leftOut: [{ origin: source ?? id, reason: `${read.reason}; its description stands for its prompt` }],
    // Cards, registry files and addresses hold no prompt, and an empty file has none.
    findings: read.isPromptless ? [] : [promptMissing(agent, read.reason)],
  }
}

function described({ id, entry: { name, description, skills } }: RegisteredAgent): string {
  const about = description === '' ? '' : `\n\n${description}`
  const lines = skills.map((skill) => `- ${skill.name}${skill.description === '' ? '' : `: ${skill.description}`}`)
  return `You are ${name === '' ? id : name}.${about}${lines.length === 0 ? '' : `\n\nYour skills:\n\n${lines.join('\n')}`}`
}

/** An agent that never had a prompt works by its description; one whose prompt is gone is not the agent it was. */
function promptMissing({ id, entry }: RegisteredAgent, reason: string): Finding {
  const { source = '' } = entry
  return warningFinding('CONTEXT_PROMPT_MISSING', id, {
    message: `The prompt of ${id} (${source}) is not used: ${reason}. Only its description stands for it.`,
    hint: isAbsolute(source)
      ? `If the file is as you want it, take it in as it is now: ${importAgainCommand(entry)}`
      : 'Put the file back, or correct `source` of the agent in agents.yaml.',
  })
}

function promptChanged({ id, entry }: RegisteredAgent): Finding {
  return infoFinding('CONTEXT_PROMPT_CHANGED', id, {
    message: `The prompt of ${id} (${entry.source ?? ''}) differs from the one its registry entry was made from; the file is used.`,
    hint: 'Import it again so that its description and skills follow.',
  })
}

export function promptOwners(paths: SpacePaths, registry: Registry): (path: string) => string | undefined {
  let owners: ReadonlyMap<string, string> | undefined
  return (path) => {
    owners ??= new Map(
      [...registry.agents.values()].toReversed().flatMap(({ id, entry }) => {
        const place = promptPlace(paths, entry)
        return place === undefined ? [] : [[place, id]]
      }),
    )
    return owners.get(path)
  }
}

/** Where in the space the file of an agent's prompt lies. `entry`: only `source` is used. */
export function promptPlace(paths: SpacePaths, entry: Pick<AgentEntry, 'source'>): string | undefined {
  const file = promptFile(paths, entry)
  return file === undefined ? undefined : pathInSpace(relative(paths.root, file).split(sep).join('/'))
}
