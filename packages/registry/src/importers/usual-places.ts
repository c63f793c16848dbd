import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Where agents lie if nobody chose another place: the folders and files of the programs that run them, of those that
 * are there.
 *
 * @param folder - A project, a space or a home folder.
 * @returns Absolute paths; the folder alone if it is a Claude plugin or marketplace; empty if there is none.
 * @example await usualAgentPlaces('/desk') // ['/desk/.claude/agents', '/desk/.roomodes']
 */
export async function usualAgentPlaces(folder: string): Promise<readonly string[]> {
  if (await isThere(join(folder, '.claude-plugin'))) return [folder]
  const found = await Promise.all(usual.map(async (place) => ((await isThere(join(folder, place))) ? [place] : [])))
  return found.flat().map((place) => join(folder, place))
}

const usual: readonly string[] = [
  '.claude/agents',
  '.claude/skills',
  '.agents/skills',
  '.codex/agents',
  '.config/opencode/agent',
  '.config/opencode/agents',
  '.cursor/agents',
  '.cursor/skills',
  '.gemini/agents',
  '.github/agents',
  '.github/chatmodes',
  '.github/skills',
  '.kiro/agents',
  '.opencode/agent',
  '.opencode/agents',
  '.roomodes',
  '.kilocodemodes',
]

async function isThere(path: string): Promise<boolean> {
  // What may not be looked at is as good as absent: nobody named it.
  return await stat(path).then(
    () => true,
    () => false,
  )
}
