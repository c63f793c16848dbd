import { join } from 'node:path'
import { isThere, readTextFile } from '@datacortex/platform'
import { names } from './formats/field-values.ts'
import { maxAgentFileBytes } from './formats/read-agent-file.ts'

/**
 * Where agents lie if nobody chose another place: the folders and files of the programs that run them, of those that
 * are there.
 *
 * @returns Absolute paths; the folder alone if it is a Claude plugin or marketplace; empty if there is none.
 * @example await usualAgentPlaces('/desk') // ['/desk/.claude/agents', '/desk/.roomodes']
 */
export async function usualAgentPlaces(folder: string): Promise<readonly string[]> {
  if (await isThere(join(folder, '.claude-plugin'))) return [folder]
  const places = [
    ...usual.values().map((place) => ({ place, isOne: isThere })),
    ...settings.map((place) => ({ place, isOne: listsAgents })),
  ]
  const found = await Promise.all(
    places.map(async ({ place, isOne }) => ((await isOne(join(folder, place))) ? [place] : [])),
  )
  return found.flat().map((place) => join(folder, place))
}

const usual: ReadonlySet<string> = names(`
  .amazonq/cli-agents .claude/agents .claude/skills .agents/skills .codex/agents .continue/agents .goose/recipes
  .config/goose/recipes .config/opencode/agent .config/opencode/agents
  .cursor/agents .cursor/skills .gemini/agents .github/agents .github/chatmodes .github/skills .kiro/agents
  .opencode/agent .opencode/agents .roomodes .kilocodemodes
`)

/** Most of these say nothing of agents. */
const settings: readonly string[] = ['', '.opencode/', '.config/opencode/'].flatMap((place) => [
  `${place}opencode.json`,
  `${place}opencode.jsonc`,
])

async function listsAgents(path: string): Promise<boolean> {
  const file = await readTextFile(path, { maxBytes: maxAgentFileBytes })
  return file.ok && /"agents?"\s*:/.test(file.text)
}
